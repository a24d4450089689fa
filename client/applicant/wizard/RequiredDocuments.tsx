import { useState } from "react";
import {
  laterReasons,
  maxLaterNoteLength,
} from "../../../server/modules/applicant/documents/requiredDocuments.rules";
import { fileGuidance } from "../../../server/modules/file/file.rules";
import { SelectInput, TextField } from "../../components/form/inputs";
import { MultiFileField } from "../../file/field/MultiFileField";
import type { PreparedFile } from "../../file/field/prepareFile";
import type { WhileChecking } from "../../file/field/useChecks";
import { laterReasonOptions, type LaterWords, type RequiredSlot } from "../form/requiredSlots";
import { fieldId, type FormField } from "../form/wizardSteps";
import styles from "./RequiredDocuments.module.css";

interface RequiredDocumentsProps {
  slots: RequiredSlot[];
  onAdd: (documentName: string, files: PreparedFile[]) => void;
  onRemove: (key: string) => void;
  /** Undefined takes the reason back. */
  onLater: (documentName: string, words: LaterWords[string] | undefined) => void;
  /** Called when a slot changes, so that errors of its fields are cleared. */
  onChanged: (fields: FormField[]) => void;
  errors: Partial<Record<FormField, string>>;
  maxFileBytes: number;
  room: { files: number; bytes: number };
  whileChecking: WhileChecking;
}

export function RequiredDocuments({ slots, ...rest }: RequiredDocumentsProps) {
  const indexed = slots.map((slot, index) => ({ slot, index }));
  const needed = indexed.filter(({ slot }) => !slot.isConditional);
  const conditional = indexed.filter(({ slot }) => slot.isConditional);
  const isUsed = conditional.some(({ slot }) => slot.files.length > 0 || slot.reason);
  const [isOpen, setOpen] = useState(isUsed);
  const list = (some: typeof indexed) => (
    <ul className={styles["slots"]}>
      {some.map((one) => (
        <li key={one.slot.documentName}>
          <DocumentSlot {...rest} {...one} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <p className={styles["intro"]}>
        Upload what you have. You can send the rest after you pay. {fileGuidance.DOCUMENT}
      </p>
      {needed.length > 0 && (
        <>
          <h3 className={styles["title"]}>Needed now</h3>
          {list(needed)}
        </>
      )}
      {conditional.length > 0 && (
        <details
          className={styles["conditional"]}
          open={isOpen}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary className={styles["summary"]}>If it applies ({conditional.length})</summary>
          {list(conditional)}
        </details>
      )}
    </>
  );
}

interface DocumentSlotProps extends Omit<RequiredDocumentsProps, "slots"> {
  slot: RequiredSlot;
  index: number;
}

function DocumentSlot({ slot, index, errors, ...props }: DocumentSlotProps) {
  const { documentName, files, reason, note } = slot;
  const { label = documentName, help, circumstance } = slot.requirement ?? {};
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
    <div role="group" aria-label={label} className={styles["slot"]}>
      {circumstance && <p className="small">{circumstance}:</p>}
      <MultiFileField
        id={fieldId(fields.paper)}
        label={label}
        isSlot
        files={files}
        onAdd={(added) => change(() => props.onAdd(documentName, added))}
        onRemove={(key) => change(() => props.onRemove(key))}
        maxFileBytes={props.maxFileBytes}
        whileChecking={props.whileChecking}
        room={props.room}
        error={errors[fields.paper]}
        beside={
          files.length === 0 && (
            <SelectInput
              id={fieldId(fields.reason)}
              aria-label="When can you send it?"
              className={styles["later"]}
              value={reason ?? ""}
              onChange={({ target }) => {
                const chosen = laterReasons.find((one) => one === target.value);
                // The note field is hidden, so its text is not sent either.
                const kept = !chosen || chosen === "NOT_READY" ? "" : note;
                change(() => props.onLater(documentName, chosen && { reason: chosen, note: kept }));
              }}
            >
              <option value="">Send it later</option>
              {laterReasonOptions.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </SelectInput>
          )
        }
      />
      {files.length === 0 && reason && reason !== "NOT_READY" && (
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
      {help && help !== label && (
        <details className="small">
          <summary className={styles["more"]}>
            What exactly<span className="visually-hidden"> – {label}</span>
          </summary>
          <p>{help}</p>
        </details>
      )}
    </div>
  );
}
