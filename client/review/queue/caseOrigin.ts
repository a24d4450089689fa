import { useLocation } from "react-router-dom";
import { paths } from "../../paths";

export interface CaseOrigin {
  queue: string;
}

export function useCaseOrigin(): CaseOrigin {
  return { queue: useLocation().search };
}

export function useQueuePath(): string {
  const origin = useLocation().state as Partial<CaseOrigin> | null;
  return paths.staff() + (origin?.queue ?? "");
}
