import { useCallback, useRef, useState } from "react";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { isOffline, offlineText } from "../lib/online";

/** The error of a login step, shown above the form and, if it concerns the input, also at the field. */
export function useStepProblem() {
  const [problem, setProblem] = useState<{ text: string; atField: boolean }>();
  const input = useRef<HTMLInputElement>(null);

  const refuse = useCallback((text: string, { atField = false } = {}) => {
    setProblem({ text, atField });
    if (atField) input.current?.focus();
  }, []);
  const clear = useCallback(() => setProblem(undefined), []);

  /** Shows an error and returns true if the device is offline. */
  const refuseOffline = () => {
    if (isOffline()) refuse(offlineText);
    return isOffline();
  };

  return {
    input,
    refuse,
    refuseOffline,
    clear,
    alert: problem && <InlineAlert>{problem.text}</InlineAlert>,
    fieldError: problem?.atField ? problem.text : undefined,
  };
}

export const codeRefused = "That code did not work. Please try again.";

export const mandatoryMissing = "Please enter the mandatory fields";
