import { useToast } from "../components/feedback/ToastProvider";
import { findProblem } from "../lib/errorMessage";

/** Returns an action for a `ConfirmDialog`, which sends a change, reloads the data and reports the result. */
export function useConfirmed(onChanged: () => Promise<unknown>) {
  const toast = useToast();
  return async (change: Promise<Parameters<typeof findProblem>[0]>, done: string) => {
    const problem = findProblem(await change);
    if (problem) return problem;
    await onChanged();
    toast.success(done);
    return undefined;
  };
}
