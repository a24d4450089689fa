import { useEffect, useEffectEvent, useState } from "react";
import { useAddressQuery, withParameter } from "../../lib/useAddressQuery";
import { openStep, type GateState, type Step } from "../form/wizardSteps";

/**
 * Stores the step in the address, so that Back works. An address without a step opens the draft's step at
 * first, and later the first step. A step that is still locked is replaced by the one before it.
 */
export function useWizardStep(state: GateState, restored: Step | undefined) {
  const [query, changeQuery] = useAddressQuery();
  const asked = query.get("step");
  /** The draft's step, until it is in the address. */
  const [opening, setOpening] = useState(asked === null ? restored : undefined);
  if (asked !== null && opening) setOpening(undefined);
  const requested = asked ?? opening ?? null;
  const step = openStep(requested, state);
  const setStep = (next: Step, replace: boolean) =>
    changeQuery((present) => withParameter(present, "step", next), { replace });
  const isAstray = requested !== null && asked !== step;
  const returnToStep = useEffectEvent(() => {
    if (isAstray) setStep(step, true);
  });
  useEffect(() => returnToStep(), [isAstray, step]);
  return { step, goToStep: (next: Step) => setStep(next, false) };
}
