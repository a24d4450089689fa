import { useLocation } from "react-router-dom";
import { paths } from "../../paths";

/** History state of a case: the queue that it was opened from. */
export interface CaseOrigin {
  /** The query of the queue's address, with its filters. */
  queue: string;
}

export function useCaseOrigin(): CaseOrigin {
  return { queue: useLocation().search };
}

export function useQueuePath(): string {
  const origin = useLocation().state as Partial<CaseOrigin> | null;
  return paths.staff() + (origin?.queue ?? "");
}
