import { useLocation } from "react-router-dom";
import { paths } from "../../paths";

/** What a case's entry in the browser's history remembers of the queue that it was opened from. */
export interface CaseOrigin {
  /** The query of the queue's address: its filters. */
  queue: string;
}

/** The origin to open a case with, from the queue as it is shown now. */
export function useCaseOrigin(): CaseOrigin {
  return { queue: useLocation().search };
}

/** The path back to the queue, with the filters that the case was opened from. */
export function useQueuePath(): string {
  const origin = useLocation().state as Partial<CaseOrigin> | null;
  return paths.staff() + (origin?.queue ?? "");
}
