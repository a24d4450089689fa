import { useEffect, useEffectEvent, useState } from "react";
import { useAddressQuery, withParameter } from "../../lib/useAddressQuery";
import { openStep, type GateState, type Step } from "../form/wizardSteps";

/**
 * The step in the address, so that Back works. An address without one that is opened with a draft gets the step of the
 * draft; later, without one it is the first. A step that is not open yet is replaced by the one before it.
 */
export function useWizardStep(state: GateState, restored: Step | undefined) {
  const [query, changeQuery] = useAddressQuery();
  const asked = query.get("step");
  /** The step of the draft until the address has it. */
  const [opening, setOpening] = useState(asked === null ? restored : undefined);
  if (asked !== null && opening) setOpening(undefined);
  const requested = asked ?? opening ?? null;
  const step = openStep(requested, state);
  const setStep = (next: Step, replace: boolean) =>
    changeQuery((present) => withParameter(present, "step", next), { replace });
  const isAstray = requested !== null && asked !== step;
  const leadBack = useEffectEvent(() => {
    if (isAstray) setStep(step, true);
  });
  useEffect(() => leadBack(), [isAstray, step]);
  return { step, goToStep: (next: Step) => setStep(next, false) };
}
