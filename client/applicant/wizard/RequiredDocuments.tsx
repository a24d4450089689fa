import {
  type LaterReason,
  maxLaterNoteLength,
} from "../../../server/modules/applicant/documents/requiredDocuments.rules";
import { SelectField, TextField } from "../../components/form/inputs";
import { MultiFileField } from "../../file/field/MultiFileField";
import type { PreparedFile } from "../../file/field/prepareFile";
import type { WhileChecking } from "../../file/field/useChecks";
import { laterReasonOptions, type RequiredSlot } from "../form/requiredSlots";
import { fieldId, type FormField } from "../form/wizardSteps";
import styles from "./RequiredDocuments.module.css";

interface RequiredDocumentsProps {
  slots: RequiredSlot[];
  onAdd: (documentName: string, files: PreparedFile[]) => void;
  onRemove: (key: string) => void;
  onLater: (documentName: string, words: { reason: LaterReason; note: string }) => void;
  /** Called when a slot changes, so that errors of its fields are cleared. */
  onChanged: (fields: FormField[]) => void;
  errors: Partial<Record<FormField, string>>;
  maxFileBytes: number;
  room: { files: number; bytes: number };
  whileChecking: WhileChecking;
}

export function RequiredDocuments({ slots, ...rest }: RequiredDocumentsProps) {
  return (
    <>
      <p className={styles["intro"]}>
        Upload what you have, and say why the rest comes later. You can upload it before or after you pay.
      </p>
      <ul className={styles["slots"]}>
        {slots.map((slot, index) => (
          <li key={slot.documentName}>
            <DocumentSlot {...rest} slot={slot} index={index} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface DocumentSlotProps extends Omit<RequiredDocumentsProps, "slots"> {
  slot: RequiredSlot;
  index: number;
}

function DocumentSlot({ slot, index, errors, ...props }: DocumentSlotProps) {
  const { documentName, files, reason, note } = slot;
  const fields = {
    paper: `requiredDocument${index}`,
    reason: `laterReason${index}`,
    note: `laterNote${index}`,
  } as const satisfies Record<string, FormField>;
  const change = (work: () => void) => {
    props.onChanged(Object.values(fields));
    work();
  };
  return (
    <div role="group" aria-label={documentName} className={`stack-2 ${styles["slot"]}`}>
      <MultiFileField
        id={fieldId(fields.paper)}
        label={documentName}
        isSlot
        files={files}
        onAdd={(added) => change(() => props.onAdd(documentName, added))}
        onRemove={(key) => change(() => props.onRemove(key))}
        maxFileBytes={props.maxFileBytes}
        whileChecking={props.whileChecking}
        room={props.room}
        error={errors[fields.paper]}
      />
      {files.length === 0 && (
        <div className={styles["later"]}>
          <SelectField
            id={fieldId(fields.reason)}
            label="When can you send it?"
            options={laterReasonOptions}
            value={reason}
            onText={(text) => {
              const chosen = text as LaterReason;
              // The note field is hidden, so its text is not sent either.
              const kept = chosen === "NOT_READY" ? "" : note;
              change(() => props.onLater(documentName, { reason: chosen, note: kept }));
            }}
          />
          {reason !== "NOT_READY" && (
            <TextField
              id={fieldId(fields.note)}
              label="A word on it"
              optional={reason !== "OTHER"}
              error={errors[fields.note]}
              value={note}
              maxLength={maxLaterNoteLength}
              onText={(text) => change(() => props.onLater(documentName, { reason, note: text }))}
            />
          )}
        </div>
      )}
    </div>
  );
}
