import { useCallback, useRef, useState } from "react";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { isOffline, offlineText } from "../lib/online";

/** What is wrong with a step of the login: said above its form, and at its field where the field is to blame. */
export function useStepProblem() {
  const [problem, setProblem] = useState<{ text: string; atField: boolean }>();
  const input = useRef<HTMLInputElement>(null);

  const refuse = useCallback((text: string, { atField = false } = {}) => {
    setProblem({ text, atField });
    if (atField) input.current?.focus();
  }, []);
  const clear = useCallback(() => setProblem(undefined), []);

  /** Says so where there is no line: nothing is sent then. */
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

/** Said at both steps of the login. */
export const mandatoryMissing = "Please enter the mandatory fields";
