import type { ReactNode } from "react";
import { maxAnswerLength } from "../../../server/modules/applicant/documents/answers.rules";
import { toQuestion } from "../../../server/modules/catalogue/requirement/requirement.rules";
import { FieldError, TextField } from "../../components/form/inputs";
import { isInCircumstance, questionLeft, usualReason } from "../form/requiredSlots";
import { fieldId } from "../form/wizardSteps";
import styles from "./RequiredDocuments.module.css";
import { slotFields, type SlotProps } from "./slotFields";

/** A question of the visa. A question that every traveller has to answer can be left for later. */
export function QuestionSlot({ slot, index, errors, onChanged, onAnswer, onLater }: SlotProps) {
  const { documentName, requirement, answer, reason, isConditional } = slot;
  const { label = documentName, help } = requirement ?? {};
  const fields = slotFields(index);
  const change = (work: () => void) => {
    onChanged(Object.values(fields));
    work();
  };
  return (
    <div className={styles["slot"]}>
      <TextField
        id={fieldId(fields.paper)}
        label={label}
        hint={help === label ? undefined : help}
        optional={isConditional}
        error={errors[fields.paper]}
        value={answer}
        maxLength={maxAnswerLength}
        autoComplete="off"
        onText={(text) =>
          change(() => {
            onAnswer(documentName, text);
            if (text.trim() && reason) onLater(documentName, undefined);
          })
        }
        footer={
          !isConditional &&
          !answer.trim() && (
            <label className="choice">
              <input
                id={fieldId(fields.reason)}
                type="checkbox"
                className="tick"
                checked={reason !== undefined}
                onChange={({ target }) =>
                  change(() =>
                    onLater(documentName, target.checked ? { reason: usualReason, note: "" } : undefined),
                  )
                }
              />
              <span>
                {questionLeft}
                <span className="visually-hidden"> – {label}</span>
              </span>
            </label>
          )
        }
      />
    </div>
  );
}

/** Asks whether a document's circumstance applies to the traveller, and shows the document after a yes. */
export function Circumstance({ children, ...props }: SlotProps & { children: ReactNode }) {
  const { slot, index, errors, onChanged, onLater } = props;
  const { documentName, requirement, declined } = slot;
  const fields = slotFields(index);
  const id = fieldId(fields.reason);
  const error = errors[fields.reason];
  const said = isInCircumstance(slot);
  const answer = (isYes: boolean) => {
    onChanged(Object.values(fields));
    onLater(documentName, { reason: isYes ? usualReason : "NOT_NEEDED", note: "" });
  };
  const choice = (isYes: boolean) => (
    <label className="choice">
      <input
        id={isYes ? id : `${id}-no`}
        type="radio"
        className="tick"
        name={id}
        aria-describedby={error && `${id}-error`}
        checked={said === isYes}
        onChange={() => answer(isYes)}
      />
      {isYes ? "Yes" : "No"}
    </label>
  );
  return (
    <fieldset className={styles["slot"]}>
      <legend className={styles["asked"]}>{toQuestion(requirement?.circumstance ?? "")}</legend>
      <div className={styles["choices"]}>
        {choice(true)}
        {choice(false)}
      </div>
      <FieldError id={`${id}-error`} error={error} />
      {said ? children : <p className="small muted">With a yes: {requirement?.label ?? documentName}</p>}
      {declined.length > 0 && (
        <p className="small muted">Not sent with a no: {declined.map(({ name }) => name).join(", ")}</p>
      )}
    </fieldset>
  );
}
