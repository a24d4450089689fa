import { useState } from "react";
import { Button } from "../../components/Button";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import { ErrorSummary, type FieldViolation } from "../../components/form/ErrorSummary";
import { Field, SelectInput } from "../../components/form/inputs";
import type { FormViolation } from "../../lib/useViolations";
import { useUnsavedEntry } from "../case/unsavedEntry";
import { useSend } from "../case/useCase";
import { DialogForm } from "../../components/form/DialogForm";
import type { ApplicantFormProps } from "../ApplicantFormProps";
import styles from "../reviewForms.module.css";
import { RequestCorrectionDocument } from "./operations.generated";
import { RequestedCorrection, itemInputId } from "./RequestedCorrection";
import {
  type Askable,
  type CorrectionDraft,
  draftFromReviews,
  findDraftViolations,
  isMissingPaper,
  listAskable,
  toInput,
} from "./requestedCorrections";

const adderId = "correction-add";

/** Asks the traveller to correct files and fields. Prefilled with the rejected files; more can be added. */
export function RequestForm({ applicant, person, entry, onClose, onSent }: ApplicantFormProps) {
  const { violations, attempt, isBusy, send, showViolations, findError } = useSend({
    isInDialog: true,
    hasSummary: true,
  });
  const [drafts, setDrafts] = useUnsavedEntry(entry, draftFromReviews(applicant.papers));
  const announce = useAnnounce();

  const add = (chosen: Askable) => {
    setDrafts([...drafts, { ...chosen, reason: "", note: "" }]);
    showViolations([]);
    announce(`${chosen.name} added`);
  };
  const remove = (key: string) => {
    setDrafts(drafts.filter((draft) => draft.key !== key));
    showViolations([]);
    document.getElementById(adderId)?.focus();
  };
  const change = (key: string, changes: Partial<CorrectionDraft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));

  const ask = async () => {
    const found = findDraftViolations(drafts);
    if (found.length > 0) return showViolations(found);
    const outcome = await send({
      document: RequestCorrectionDocument,
      input: { visaApplicantId: applicant.visaApplicant.visaApplicantId, items: drafts.map(toInput) },
      done: `${person} is asked for corrections`,
    });
    onSent(outcome);
  };

  return (
    <DialogForm submit="Send to the traveller" onSubmit={ask} onCancel={onClose} isBusy={isBusy}>
      <p className="small">
        The traveller is notified, can replace only what is listed here, and does not pay again. The expected
        date is on hold in the meantime.
      </p>
      <ErrorSummary errors={violations.map((violation) => toSummary(drafts, violation))} attempt={attempt} />
      {drafts.length === 0 ? (
        <p>Nothing to correct yet. Documents marked as not acceptable are added automatically.</p>
      ) : (
        <ul className="stack-3">
          {drafts.map((draft, index) => (
            <RequestedCorrection
              key={draft.key}
              draft={draft}
              reasonViolation={findReasonError(index, findError)}
              noteViolation={findError(`items.${index}.note`)}
              onChange={(changes) => change(draft.key, changes)}
              onRemove={() => remove(draft.key)}
            />
          ))}
        </ul>
      )}
      <Adder
        askable={listAskable(applicant)}
        nextMissing={
          1 + Math.max(0, ...drafts.map(({ target }) => (target.kind === "missing" ? target.number : 0)))
        }
        isFree={({ key }) => !drafts.some((draft) => draft.key === key)}
        onAdd={add}
      />
    </DialogForm>
  );
}

/** Returns the error to show at the reason's input; errors about the file, field or document are shown there too. */
function findReasonError(index: number, findError: (field: string) => string | undefined) {
  const inputs = ["reason", "fileId", "field", "documentName"];
  const errors = inputs.map((input) => findError(`items.${index}.${input}`));
  return errors.find(Boolean) ?? findError(`items.${index}`);
}

interface AdderProps {
  askable: ReturnType<typeof listAskable>;
  /** The number that the next missing document gets. */
  nextMissing: number;
  isFree: (one: Askable) => boolean;
  onAdd: (chosen: Askable) => void;
}

/** A select and a button that add one of the files and fields not requested yet. */
function Adder({ askable, nextMissing: number, isFree, onAdd }: AdderProps) {
  const [toAdd, setToAdd] = useState("");
  const options = (list: Askable[]) =>
    list.filter(isFree).map(({ key, name }) => (
      <option key={key} value={key}>
        {name}
      </option>
    ));
  const findChosen = (): Askable => {
    const all = [...askable.papers, ...askable.required, ...askable.fields];
    const missing: Askable = {
      key: `missing-${number}`,
      target: { kind: "missing", number },
      name: "A missing document",
    };
    return all.find(({ key }) => key === toAdd) ?? missing;
  };
  const add = () => {
    if (toAdd) onAdd(findChosen());
    setToAdd("");
  };
  return (
    <div className={`wrap ${styles["add"]}`}>
      <Field id={adderId} label="Add a document or a field" className={styles["addChoice"]}>
        {(control) => (
          <SelectInput {...control} value={toAdd} onChange={(event) => setToAdd(event.target.value)}>
            <option value="">Choose</option>
            <optgroup label="Documents">
              {options(askable.papers)}
              <option value="MISSING">A missing document</option>
            </optgroup>
            {askable.required.some(isFree) && (
              <optgroup label="Required, not sent">{options(askable.required)}</optgroup>
            )}
            <optgroup label="Fields">{options(askable.fields)}</optgroup>
          </SelectInput>
        )}
      </Field>
      <Button variant="secondary" onClick={add}>
        Add
      </Button>
    </div>
  );
}

/** Returns a violation as an entry of the error summary: `items.1.note` is the note of the second item. */
function toSummary(drafts: CorrectionDraft[], { field, message }: FormViolation): FieldViolation {
  const [, index, input] = /^items\.(\d+)\.(\w+)/.exec(field ?? "") ?? [];
  const draft = drafts[Number(index)];
  if (!draft) return { fieldId: adderId, message };
  const part = input === "note" || isMissingPaper(draft.target) ? "note" : "reason";
  return { fieldId: itemInputId(draft, part), message, label: draft.name };
}
