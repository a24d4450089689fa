import { useLocation } from "react-router-dom";
import { paths } from "../../paths";

/** Returns the state of a link to a case, from which its page leads back to the same queue. */
export const useCaseOrigin = () => ({ queue: useLocation().search });

export function useQueuePath(): string {
  const origin = useLocation().state as { queue?: string } | null;
  return paths.staff() + (origin?.queue ?? "");
}
