import { maxNoteLength } from "../../../server/modules/review/correction/correction.rules";
import { Button } from "../../components/Button";
import { Field } from "../../components/form/Field";
import { TextInput } from "../../components/form/inputs";
import { correctionReasonLabels } from "./correctionReasons";
import styles from "../DialogForm.module.css";
import { ReasonSelect } from "../ReasonSelect";
import { type CorrectionDraft, isMissingPaper, listReasons } from "./requestedCorrections";

interface RequestedCorrectionProps {
  draft: CorrectionDraft;
  reasonViolation: string | undefined;
  noteViolation: string | undefined;
  onChange: (changes: Partial<CorrectionDraft>) => void;
  /** Undefined for a correction that was already requested. */
  onRemove?: () => void;
}

/** Returns the id of one of a correction's two inputs. */
export function itemInputId({ key }: CorrectionDraft, input: "reason" | "note"): string {
  return `correction-${key}-${input}`;
}

/** One correction: its reason, and a message to the traveller. */
export function RequestedCorrection({
  draft,
  reasonViolation,
  noteViolation,
  onChange,
  onRemove,
}: RequestedCorrectionProps) {
  const isMissing = isMissingPaper(draft.target);
  const saysWhich = draft.target.kind === "missing";
  return (
    <li className={styles["item"]}>
      <div className={styles["itemHead"]}>
        <h3>{draft.name}</h3>
        {onRemove && (
          <Button variant="quiet" onClick={onRemove}>
            Leave out<span className="visually-hidden"> – {draft.name}</span>
          </Button>
        )}
      </div>
      <div className={styles["itemFields"]}>
        {!isMissing && (
          <Field id={itemInputId(draft, "reason")} label={<>Reason{ofWhat(draft)}</>} error={reasonViolation}>
            {(control) => (
              <ReasonSelect
                {...control}
                labels={correctionReasonLabels}
                offered={listReasons(draft.target)}
                value={draft.reason}
                onChoose={(reason) => onChange({ reason })}
              />
            )}
          </Field>
        )}
        <Field
          id={itemInputId(draft, "note")}
          label={
            <>
              {saysWhich ? "Which document, and why" : "Message to the traveller"}
              {ofWhat(draft)}
            </>
          }
          optional={!saysWhich && draft.reason !== "OTHER"}
          error={noteViolation}
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={maxNoteLength}
              value={draft.note}
              onChange={(event) => onChange({ note: event.target.value })}
            />
          )}
        </Field>
      </div>
    </li>
  );
}

const ofWhat = ({ name }: CorrectionDraft) => <span className="visually-hidden"> – {name}</span>;
