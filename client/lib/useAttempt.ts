import { useState } from "react";
import { errorMessage } from "./errorMessage";
import { isOffline, offlineText } from "./online";

export function useAttempt() {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  /** Runs an action, which returns an error message or undefined. Returns true if it succeeded. */
  const attempt = async (act: () => Promise<string | undefined>): Promise<boolean> => {
    setProblem(isOffline() ? offlineText : undefined);
    if (isOffline()) return false;
    setBusy(true);
    const message = await act().catch(errorMessage);
    setBusy(false);
    setProblem(message);
    return !message;
  };

  return { problem, isBusy, attempt, clear: () => setProblem(undefined) };
}
