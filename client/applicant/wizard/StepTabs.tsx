import type { KeyboardEvent } from "react";
import { Icon } from "../../components/Icon";
import { classes } from "../../lib/classes";
import {
  findGate,
  findStepViolations,
  type GateState,
  stepNames,
  steps,
  type Step,
} from "../form/wizardSteps";
import styles from "./StepTabs.module.css";

export const tabId = (step: Step) => `step-tab-${step}`;
export const panelId = (step: Step) => `step-panel-${step}`;

interface StepTabsProps {
  current: Step;
  gateState: GateState;
  /** Called even for a locked tab, to show the missing input. */
  onActivate: (step: Step) => void;
  isInert: boolean;
}

/**
 * The four tabs (WAI-ARIA tabs, manual activation). A locked tab is `aria-disabled` but focusable; activating it shows
 * the missing input. The state is in the tab's description, so that its name stays one word.
 */
export function StepTabs({ current, gateState, onActivate, isInert }: StepTabsProps) {
  return (
    <div
      role="tablist"
      aria-label="Application steps"
      className={`no-print ${styles["tabs"]}`}
      onKeyDown={moveFocus}
      inert={isInert}
    >
      {steps.map((step, index) => {
        const isSelected = step === current;
        const isLocked = findGate(step, gateState) !== undefined;
        const isDone = !isSelected && step !== "preview" && findStepViolations(step, gateState).length === 0;
        return (
          <button
            key={step}
            type="button"
            role="tab"
            id={tabId(step)}
            aria-selected={isSelected}
            aria-disabled={isLocked || undefined}
            aria-controls={isSelected ? panelId(step) : undefined}
            aria-describedby={`${tabId(step)}-state`}
            tabIndex={isSelected ? 0 : -1}
            className={classes(
              styles["tab"],
              isDone && styles["done"],
              isLocked ? styles["locked"] : styles["reached"],
            )}
            onClick={() => onActivate(step)}
          >
            <span aria-hidden="true" className={styles["sign"]}>
              {isDone ? <Icon name="check" /> : isLocked ? <Icon name="lock" size={14} /> : index + 1}
            </span>
            <span>{stepNames[step]}</span>
            <span id={`${tabId(step)}-state`} hidden>
              {isLocked ? "opens after the step before it" : isDone && "completed"}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function moveFocus(event: KeyboardEvent): void {
  // Ignores keys with modifiers, because Alt+Left means browser Back.
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const focused = steps.findIndex((step) => tabId(step) === document.activeElement?.id);
  const target = { ArrowRight: focused + 1, ArrowLeft: focused - 1, Home: 0, End: steps.length - 1 }[
    event.key
  ];
  if (target === undefined || focused < 0) return;
  event.preventDefault();
  const step = steps[(target + steps.length) % steps.length];
  if (step) document.getElementById(tabId(step))?.focus();
}
