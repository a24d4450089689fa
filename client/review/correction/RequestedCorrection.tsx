import { Button } from "../../components/Button";
import { TextField } from "../../components/form/inputs";
import { correctionReasonLabels } from "./correctionReasons";
import styles from "../reviewForms.module.css";
import { ReasonField } from "../ReasonField";
import { maxNoteLength } from "../../../server/core/note.rules";
import { type CorrectionDraft, isMissingPaper, listReasons } from "./requestedCorrections";

interface RequestedCorrectionProps {
  draft: CorrectionDraft;
  reasonViolation: string | undefined;
  noteViolation: string | undefined;
  onChange: (changes: Partial<CorrectionDraft>) => void;
  /** Undefined for a correction that was already requested. */
  onRemove?: () => void;
}

export function itemInputId({ key }: CorrectionDraft, input: "reason" | "note"): string {
  return `correction-${key}-${input}`;
}

export function RequestedCorrection(props: RequestedCorrectionProps) {
  const { draft, reasonViolation, noteViolation, onChange, onRemove } = props;
  const isMissing = isMissingPaper(draft.target);
  const saysWhich = draft.target.kind === "missing";
  return (
    <li className={`stack-2 ${styles["item"]}`}>
      <div className={`cluster spread gap-x-3 ${styles["itemHead"]}`}>
        <h3>{draft.name}</h3>
        {onRemove && (
          <Button variant="quiet" onClick={onRemove}>
            Leave out<span className="visually-hidden"> – {draft.name}</span>
          </Button>
        )}
      </div>
      <div className={`stack-0 gap-x-3 ${styles["itemFields"]}`}>
        {!isMissing && (
          <ReasonField
            id={itemInputId(draft, "reason")}
            label={<>Reason{ofWhat(draft)}</>}
            error={reasonViolation}
            labels={correctionReasonLabels}
            offered={listReasons(draft.target)}
            value={draft.reason}
            onChoose={(reason) => onChange({ reason })}
          />
        )}
        <TextField
          id={itemInputId(draft, "note")}
          label={
            <>
              {saysWhich ? "Which document, and why" : "Message to the traveller"}
              {ofWhat(draft)}
            </>
          }
          optional={!saysWhich && draft.reason !== "OTHER"}
          error={noteViolation}

          maxLength={maxNoteLength}
          value={draft.note}
          onText={(text) => onChange({ note: text })}
        />
      </div>
    </li>
  );
}

const ofWhat = ({ name }: CorrectionDraft) => <span className="visually-hidden"> – {name}</span>;
