import { useEffect, useEffectEvent } from "react";
import { useAddressQuery, withParameter } from "../../lib/useAddressQuery";
import { openStep, type GateState, type Step } from "../form/wizardSteps";

/**
 * The step in the address, so that Back works; without one, that of the draft. One that is not open yet is replaced
 * by the one before it.
 */
export function useWizardStep(state: GateState, restored: Step | undefined) {
  const [query, changeQuery] = useAddressQuery();
  const requested = query.get("step") ?? restored ?? null;
  const step = openStep(requested, state);

  const setStep = (next: Step, replace: boolean) =>
    changeQuery((present) => withParameter(present, "step", next), { replace });

  const isAstray = requested !== null && requested !== step;
  const leadBack = useEffectEvent(() => {
    if (isAstray) setStep(step, true);
  });
  useEffect(() => leadBack(), [isAstray, step]);

  return { step, goToStep: (next: Step) => setStep(next, false) };
}
