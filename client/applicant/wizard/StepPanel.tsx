import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../components/Button";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import { classes } from "../../lib/classes";
import { fieldId, getFieldLabel, stepBefore, steps, type Step } from "../form/wizardSteps";
import styles from "./StepPanel.module.css";
import { panelId, tabId } from "./StepTabs";
import type { ApplicantForm } from "./useApplicantForm";
import type { StepMoves } from "./useStepMoves";

const headings: Record<Step, string> = {
  photo: "Upload a photo",
  passport: "Upload the passport",
  details: "Applicant details",
  preview: "Check before you send",
};

/** The longest time, in ms, that common systems allow between the clicks of a double click. */
const doubleTapMs = 500;

interface StepPanelProps {
  step: Step;
  form: ApplicantForm;
  moves: StepMoves;
  children: ReactNode;
}

/** A step with its heading, its errors, and the buttons Back and Continue. */
export function StepPanel({ step, form, moves, children }: StepPanelProps) {
  const problem = form.problem.shown?.step === step ? form.problem.shown : undefined;
  const isJustOpened = useIsJustOpened(step);
  const previous = stepBefore(step);
  const lacksDetails = step === "details" && problem?.violations.some(({ code }) => code === "REQUIRED");
  return (
    <section
      role="tabpanel"
      id={panelId(step)}
      aria-labelledby={tabId(step)}
      className={classes(styles["panel"], isJustOpened && styles["justOpened"])}
    >
      <p className="small">
        Step {steps.indexOf(step) + 1} of {steps.length}
      </p>
      <h2 ref={moves.heading} tabIndex={-1} className={styles["heading"]}>
        {headings[step]}
      </h2>
      {problem && (
        <ErrorSummary
          attempt={problem.attempt}
          takesFocus={problem.focus === "summary"}
          general={[...(lacksDetails ? ["check mandatory fields"] : []), ...problem.general]}
          errors={problem.violations.map(({ field, message }) => ({
            fieldId: fieldId(field),
            message,
            label: getFieldLabel(field, form.documents.names),
          }))}
        />
      )}
      {children}
      {step !== "preview" && (
        <div data-foot-bar className={`no-print ${styles["ways"]}`}>
          {previous && (
            <Button variant="quiet" onClick={() => moves.move(previous, "heading")}>
              Back
            </Button>
          )}
          <Button className={styles["onward"]} busy={form.isChecking || moves.isWaiting} onClick={moves.next}>
            {step === "details" ? "Preview" : "Continue"}
          </Button>
        </div>
      )}
    </section>
  );
}

/** True while the second tap on the button that opened this step could still press a button of the step. */
function useIsJustOpened(step: Step): boolean {
  const [settled, setSettled] = useState<Step>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), doubleTapMs);
    return () => {
      clearTimeout(timer);
      setSettled(undefined);
    };
  }, [step]);
  return settled !== step;
}
