import type { ReactNode, RefObject } from "react";
import { Button } from "../../components/Button";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import { fieldId, getFieldLabel, steps, type Step } from "../form/wizardSteps";
import styles from "./StepPanel.module.css";
import { panelId, tabId } from "./StepTabs";
import type { FormProblem } from "./useFormProblem";

const headings: Record<Step, string> = {
  photo: "Upload a photo",
  passport: "Upload the passport",
  details: "Applicant details",
  preview: "Check before you send",
};

interface StepPanelProps {
  step: Step;
  headingRef: RefObject<HTMLHeadingElement | null>;
  problem: FormProblem | undefined;
  /** Names of the required documents, in the order of their fields. */
  documentNames: readonly string[];
  onBack: (() => void) | undefined;
  onContinue: (() => void) | undefined;
  continueWord: string;
  /** A file is being checked; the result decides whether the next step is allowed. */
  isChecking: boolean;
  children: ReactNode;
}

export function StepPanel(props: StepPanelProps) {
  const { step, problem } = props;
  const lacksDetails = step === "details" && problem?.violations.some(({ code }) => code === "REQUIRED");
  return (
    <section role="tabpanel" id={panelId(step)} aria-labelledby={tabId(step)} className={styles["panel"]}>
      <p className="small">
        Step {steps.indexOf(step) + 1} of {steps.length}
      </p>
      <h2 ref={props.headingRef} tabIndex={-1} className={styles["heading"]}>
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
            label: getFieldLabel(field, props.documentNames),
          }))}
        />
      )}
      {props.children}
      {props.onContinue && (
        <div data-foot-bar className={`no-print ${styles["ways"]}`}>
          {props.onBack && (
            <Button variant="quiet" onClick={props.onBack}>
              Back
            </Button>
          )}
          <Button className={styles["onward"]} busy={props.isChecking} onClick={props.onContinue}>
            {props.continueWord}
          </Button>
        </div>
      )}
    </section>
  );
}
