import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router-dom";
import { openStep, type GateState, type Step } from "../form/wizardSteps";

/**
 * The step in the address, so that Back works; without one, that of the draft. One that is not open yet is replaced
 * by the one before it.
 */
export function useWizardStep(state: GateState, restored: Step | undefined) {
  const [params, setParams] = useSearchParams();
  const requested = params.get("step") ?? restored ?? null;
  const step = openStep(requested, state);

  const setStep = (next: Step, replace: boolean) =>
    setParams(
      (present) => {
        present.set("step", next);
        return present;
      },
      { replace },
    );

  const isAstray = requested !== null && requested !== step;
  const leadBack = useEffectEvent(() => {
    if (isAstray) setStep(step, true);
  });
  useEffect(() => leadBack(), [isAstray, step]);

  return { step, goToStep: (next: Step) => setStep(next, false) };
}
