import { useEffect, useEffectEvent, useRef, useState } from "react";
import { findGate, type Gate, type GateState, openStep, type Step, stepAfter } from "../form/wizardSteps";
import type { ChangeTravelDate } from "./useChangeTravelDate";
import { useOnceSaved } from "./useOnceSaved";
import { useAddressQuery, withParameter } from "../../lib/useAddressQuery";

interface MoveOptions {
  step: Step;
  goToStep: (step: Step) => void;
  gateState: GateState;
  /** Saves the travel date in the form before the preview opens. */
  dateChange: ChangeTravelDate;
  /** Called with the gate that blocks the requested step. */
  onGate: (gate: Gate) => void;
  /** Called when a move succeeds, so that old errors are cleared. */
  onMove: () => void;
}

type NextFocus = "heading" | "nothing";

/** Navigates between the steps as far as the gates allow, and moves the focus to the new heading. */
export function useStepMoves({ step, goToStep, gateState, dateChange, onGate, onMove }: MoveOptions) {
  const [returnsToPreview, setReturnsToPreview] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<NextFocus>("nothing");

  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // If browser Back or Forward has removed the focused field, the heading takes the focus.
    if (focusNext.current === "nothing" && document.activeElement !== document.body) return;
    focusNext.current = "nothing";
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  const go = (target: Step, focus: NextFocus) => {
    const gate = findGate(target, gateState);
    if (gate) {
      onGate(gate);
      if (gate.step !== step) goToStep(gate.step);
      return;
    }
    onMove();
    if (target === "preview") setReturnsToPreview(false);
    focusNext.current = target === step ? "nothing" : focus;
    if (target !== step) goToStep(target);
  };

  const preview = useOnceSaved(dateChange, (asked: { at: Step; focus: NextFocus }) => {
    if (asked.at === step) go("preview", asked.focus);
  });
  const isWaiting = preview.waitingWith?.at === step;

  const move = (target: Step, focus: NextFocus) => {
    if (target === "preview") preview.actOnceSaved({ at: step, focus });
    else go(target, focus);
  };
  const next = () => {
    const target = returnsToPreview ? "preview" : stepAfter(step);
    if (target) move(target, "heading");
  };
  /** Opens a step from the preview; `next` then returns to the preview. */
  const editStep = (target: Step) => {
    move(target, "heading");
    setReturnsToPreview(true);
  };
  /** Opens the step with a server error; `next` then returns to the preview. */
  const returnTo = (target: Step) => {
    setReturnsToPreview(true);
    goToStep(target);
  };
  return { heading, move, next, isWaiting, editStep, returnTo };
}

export type StepMoves = ReturnType<typeof useStepMoves>;

/**
 * Stores the step in the address, so that Back works. Without a step in the address, the page opens at the
 * draft's step, and later at the first step. A locked step is replaced by the earliest incomplete one.
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

/** Returns the step to show. Blocks browser Back during the upload, because changes on other steps would be lost. */
export function useStepWhileSending(step: Step, isSending: boolean, goToStep: (step: Step) => void): Step {
  const shown = isSending ? "preview" : step;
  const isAstray = shown !== step;
  const returnToPreview = useEffectEvent(() => goToStep("preview"));
  useEffect(() => {
    if (isAstray) returnToPreview();
  }, [isAstray]);
  return shown;
}
