import { useLocation } from "react-router-dom";
import { paths } from "../../paths";

/** Returns the navigation state for links to a case, so that its page can link back to the same queue. */
export const useCaseOrigin = () => ({ queue: useLocation().search });

export function useQueuePath(): string {
  const origin = useLocation().state as { queue?: string } | null;
  return paths.staff() + (origin?.queue ?? "");
}
