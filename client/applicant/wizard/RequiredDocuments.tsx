import {
  laterReasons,
  maxLaterNoteLength,
} from "../../../server/modules/applicant/documents/requiredDocuments.rules";
import { fileGuidance, maxPdfPages, maxSizeText } from "../../../server/modules/file/file.rules";
import { SelectInput, TextField } from "../../components/form/inputs";
import { MultiFileField } from "../../file/field/MultiFileField";
import { fileRuleLine } from "../../file/fileRuleLine";
import { Folded } from "../form/Folded";
import { asksCircumstance, laterReasonOptions, type LaterWords } from "../form/requiredSlots";
import { fieldId } from "../form/wizardSteps";
import { Circumstance, QuestionSlot } from "./RequiredQuestions";
import styles from "./RequiredDocuments.module.css";
import { type RequiredDocumentsProps, slotFields, type SlotProps } from "./slotFields";

/** Shows documents that every traveller needs, then conditional ones with a yes-or-no question, and optional ones. */
export function RequiredDocuments({ slots, ...rest }: RequiredDocumentsProps) {
  const indexed = slots.map((slot, index) => ({ slot, index }));
  const needed = indexed.filter(({ slot }) => !slot.isConditional);
  const others = indexed.filter(({ slot }) => slot.isConditional);
  const helpful = others.filter(({ slot }) => !slot.requirement?.circumstance);
  const conditional = others.filter((one) => !helpful.includes(one));
  const isUsed = helpful.some(({ slot }) => slot.files.length > 0 || slot.reason || slot.answer);
  const list = (some: typeof indexed) => (
    <ul className={`stack-3 ${styles["slots"]}`}>
      {some.map((one) => (
        <li key={one.slot.documentName}>
          <Slot {...rest} {...one} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {slots.some(({ isQuestion }) => !isQuestion) && (
        <p className={`small ${styles["intro"]}`}>
          Upload what you have. You can send the rest after you pay. {fileGuidance.DOCUMENT}{" "}
          {`Up to ${maxSizeText} and ${maxPdfPages} pages each.`}
        </p>
      )}
      {needed.length > 0 && (
        <>
          <h3 className={styles["title"]}>Needed now</h3>
          {list(needed)}
        </>
      )}
      {conditional.length > 0 && (
        <>
          <h3 className={styles["title"]}>If it applies</h3>
          {list(conditional)}
        </>
      )}
      {helpful.length > 0 && (
        <Folded summary={`Not required, but it helps (${helpful.length})`} isNeeded={isUsed}>
          {list(helpful)}
        </Folded>
      )}
    </>
  );
}

function Slot(props: SlotProps) {
  const { slot } = props;
  // Before questions had answers, applicants sent files instead; a question with such a file is shown like a document.
  if (slot.isQuestion && slot.files.length === 0) return <QuestionSlot {...props} />;
  if (!asksCircumstance(slot)) return <DocumentSlot {...props} />;
  return (
    <Circumstance {...props}>
      <DocumentSlot {...props} isPart />
    </Circumstance>
  );
}

interface DocumentSlotProps extends SlotProps {
  /** True inside a yes-or-no question, which already shows the circumstance and sets the reason. */
  isPart?: boolean;
}

function DocumentSlot({ slot, index, errors, isPart = false, ...props }: DocumentSlotProps) {
  const { documentName, files, reason, note } = slot;
  const { label = documentName, help, circumstance } = slot.requirement ?? {};
  const fields = slotFields(index);
  const change = (work: () => void) => {
    props.onChanged(Object.values(fields));
    work();
  };
  const asksReason = files.length === 0 && !isPart;
  return (
    <div role="group" aria-label={label} className={isPart ? undefined : styles["slot"]}>
      {circumstance && !isPart && <p className="small">{circumstance}:</p>}
      <MultiFileField
        id={fieldId(fields.paper)}
        label={label}
        isSlot
        rules={slot.requirement?.fileRules ? fileRuleLine(slot.requirement.fileRules) : undefined}
        files={files}
        onAdd={(added) => change(() => props.onAdd(documentName, added))}
        onRemove={(key) => change(() => props.onRemove(key))}
        whileChecking={props.whileChecking}
        room={props.room}
        error={errors[fields.paper]}
        beside={
          asksReason && (
            <LaterReasonSelect
              slot={slot}
              id={fieldId(fields.reason)}
              onLater={(words) => change(() => props.onLater(documentName, words))}
            />
          )
        }
      />
      {asksReason && reason && reason !== "NOT_READY" && (
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

interface LaterReasonSelectProps {
  slot: SlotProps["slot"];
  id: string;
  onLater: (words: LaterWords[string] | undefined) => void;
}

function LaterReasonSelect({ slot: { reason, note }, id, onLater }: LaterReasonSelectProps) {
  return (
    <SelectInput
      id={id}
      aria-label="When can you send it?"
      className={styles["later"]}
      value={reason ?? ""}
      onChange={({ target }) => {
        const chosen = laterReasons.find((one) => one === target.value);
        // These choices hide the note field, so its text is dropped.
        const kept = !chosen || chosen === "NOT_READY" ? "" : note;
        onLater(chosen && { reason: chosen, note: kept });
      }}
    >
      <option value="">Send it later</option>
      {laterReasonOptions.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectInput>
  );
}
