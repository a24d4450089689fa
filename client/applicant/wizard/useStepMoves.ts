import { useEffect, useRef, useState } from "react";
import { findGate, type Gate, type GateState, type Step, stepAfter } from "../form/wizardSteps";

interface MoveOptions {
  step: Step;
  goToStep: (step: Step) => void;
  gateState: GateState;
  /** What keeps one from the step that was asked for is to be said. */
  onGate: (gate: Gate) => void;
  /** The way is open: what was said before no longer holds. */
  onMove: () => void;
}

/** The ways from step to step, no further than the gates allow; where one goes on, the focus moves to the new heading. */
export function useStepMoves({ step, goToStep, gateState, onGate, onMove }: MoveOptions) {
  const [returnsToPreview, setReturns] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const focusNext = useRef<"heading" | "nothing">("nothing");

  useEffect(() => {
    if (focusNext.current === "nothing") return;
    focusNext.current = "nothing";
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  const move = (target: Step, focus: "heading" | "nothing") => {
    const gate = findGate(target, gateState);
    if (gate) {
      onGate(gate);
      if (gate.step !== step) goToStep(gate.step);
      return;
    }
    onMove();
    if (target === "preview") setReturns(false);
    focusNext.current = target === step ? "nothing" : focus;
    if (target !== step) goToStep(target);
  };

  const goOn = () => {
    const next = returnsToPreview ? "preview" : stepAfter(step);
    if (next) move(next, "heading");
  };
  /** From the preview, and back to it. */
  const editStep = (target: Step) => {
    move(target, "heading");
    setReturns(true);
  };
  /** To what the server refused; from there back to the preview. */
  const leadBackTo = (target: Step) => {
    setReturns(true);
    goToStep(target);
  };
  return { heading, move, goOn, editStep, leadBackTo };
}
