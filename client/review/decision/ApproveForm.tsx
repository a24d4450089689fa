import { useState } from "react";
import { fileRequiredMessages } from "../../../server/modules/file/file.rules";
import { maxNoteLength } from "../../../server/core/note.rules";
import { noReasonForOpenItems } from "../../../server/modules/review/decision/openItems.rules";
import {
  hasMismatch,
  noReasonForMismatch,
  type VisaReading,
} from "../../../server/modules/review/decision/visaMatch.rules";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { ErrorSummary } from "../../components/form/ErrorSummary";
import { TextAreaField, TextField } from "../../components/form/inputs";
import { FileField } from "../../file/field/FileField";
import type { PreparedFile } from "../../file/field/prepareFile";
import { useChecks } from "../../file/field/useChecks";
import type { StaffApplicantPartsFragment, StaffCasePartsFragment } from "../case/operations.generated";
import { useUnsavedEntry } from "../case/unsavedEntry";
import { useSend } from "../case/useCase";
import { DialogForm } from "../../components/form/DialogForm";
import type { ApplicantFormProps } from "../ApplicantFormProps";
import styles from "../reviewForms.module.css";
import approveStyles from "./Approve.module.css";
import { ApproveApplicantDocument } from "./operations.generated";
import { useVisaReading, VisaCheck } from "./VisaCheck";

/** Maps the server's field names to the ids of the form's inputs. */
const inputs = {
  visaFile: "approve-file",
  passportNumber: "approve-passport",
  name: "approve-name",
  reason: "approve-reason",
};
type InputName = keyof typeof inputs;
const inputNames = Object.keys(inputs) as InputName[];

/** Approves an applicant and uploads the visa. Staff type the visa's data, so that they notice a wrong visa. */
export function ApproveForm({ onClose, ...props }: ApplicantFormProps) {
  const form = useApproveForm(props);
  const { values, change, visa, noReason, findError } = form;
  const { isChecking, whileChecking } = useChecks();
  const { openItems } = props.applicant;

  const shown = inputNames.flatMap((field) => {
    const message = findError(field);
    return message ? [{ fieldId: inputs[field], message }] : [];
  });

  return (
    <DialogForm
      submit="Approve"
      disabled={isChecking || visa.isReading}
      onSubmit={form.approve}
      onCancel={onClose}
      isBusy={form.isBusy}
    >
      <ErrorSummary errors={shown} attempt={form.attempt} />
      <InlineAlerts of={form.findOthers(inputNames)} />
      <div className={`stack-4 ${approveStyles["pair"]}`}>
        <div className={`stack-3 ${approveStyles["half"]}`}>
          <FileField
            id={inputs.visaFile}
            label="Visa"
            purpose="VISA"
            value={values.file}
            onChange={form.setFile}
            error={findError("visaFile")}
            whileChecking={whileChecking}
            camera={{ facing: "environment", label: "Take a photo of the visa" }}
          />
          <VisaCheck visa={values.file} {...visa} />
        </div>
        <div className={`stack-3 ${approveStyles["half"]}`}>
          <TypedFromVisa form={form} />
          {openItems.length > 0 && <OpenItems items={openItems} />}
          {(noReason ?? findError("reason")) && (
            <TextAreaField
              id={inputs.reason}
              label={noReason === noReasonForMismatch ? "Why approve anyway?" : "Why approve without this?"}
              error={findError("reason")}
              rows={3}
              maxLength={maxNoteLength}
              value={values.reason}
              onText={(reason) => change({ reason })}
            />
          )}
        </div>
      </div>
    </DialogForm>
  );
}

/** The passport number and the name as printed on the visa. */
function TypedFromVisa({ form }: { form: ReturnType<typeof useApproveForm> }) {
  const { values, change, findError } = form;
  return (
    <>
      <p className="small">
        Type what the visa says, not what the application says: the two are compared, and the approval is
        refused if they differ.
      </p>
      <TextField
        id={inputs.passportNumber}
        label="Passport number on the visa"
        error={findError("passportNumber")}
        inputClass={styles["code"]}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={values.passportNumber}
        onText={(passportNumber) => change({ passportNumber })}
      />
      <TextField
        id={inputs.name}
        label="Full name on the visa"
        error={findError("name")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={values.name}
        onText={(name) => change({ name })}
      />
    </>
  );
}

/** Combines the form's values, the check of the visa file, and the approval. */
function useApproveForm({ applicant, person, entry, onSent }: Omit<ApplicantFormProps, "onClose">) {
  const { send, showViolations, ...sender } = useSend({ isInDialog: true, hasSummary: true });
  const [file, setFile] = useState<PreparedFile>();
  const [typed, setTyped] = useUnsavedEntry(entry, nothingTyped);
  const values = { ...typed, file };
  const visa = useVisaReading(file, applicant);
  const noReason = findNoReason(visa.reading, applicant);

  const approve = async () => {
    const missing = findMissing(values, noReason);
    if (!values.file || missing.length > 0) return showViolations(missing);
    const outcome = await send({
      document: ApproveApplicantDocument,
      input: {
        visaApplicantId: applicant.visaApplicant.visaApplicantId,
        visaFile: values.file.file,
        passportNumber: values.passportNumber.trim(),
        name: values.name.trim(),
        reason: values.reason.trim() || null,
        openItems: applicant.openItems,
      },
      done: (staffCase) =>
        isWaiting(staffCase, applicant) ? "Waiting for approval" : `${person} was approved`,
    });
    onSent(outcome);
  };

  return {
    ...sender,
    values,
    setFile,
    change: (changes: Partial<typeof nothingTyped>) => setTyped({ ...typed, ...changes }),
    visa,
    noReason,
    approve,
  };
}

const nothingTyped = { passportNumber: "", name: "", reason: "" };
type Values = typeof nothingTyped & { file: PreparedFile | undefined };

/** Returns the message for a missing reason; undefined if the approval needs none. */
function findNoReason(reading: VisaReading | undefined, { openItems }: StaffApplicantPartsFragment) {
  if (hasMismatch(reading)) return noReasonForMismatch;
  return openItems.length > 0 ? noReasonForOpenItems : undefined;
}

/**
 * Returns violations for missing inputs; `noReason` is the message for a missing reason, or undefined if none is
 * needed.
 */
function findMissing({ file, passportNumber, name, reason }: Values, noReason: string | undefined) {
  return [
    !file && { field: "visaFile", message: fileRequiredMessages.VISA },
    !passportNumber.trim() && { field: "passportNumber", message: "Enter the passport number on the visa" },
    !name.trim() && { field: "name", message: "Enter the name on the visa" },
    noReason !== undefined && !reason.trim() && { field: "reason", message: noReason },
  ].filter((violation) => violation !== false);
}

/** True if the approval of that applicant now awaits another staff member. */
function isWaiting(
  { applicants }: StaffCasePartsFragment,
  { visaApplicant: { visaApplicantId: id } }: StaffApplicantPartsFragment,
): boolean {
  return applicants.some(
    ({ visaApplicant, approval }) => visaApplicant.visaApplicantId === id && approval !== null,
  );
}

function OpenItems({ items }: { items: readonly string[] }) {
  return (
    <div>
      <h3 id="open-items-title">Not looked at yet</h3>
      <ul aria-labelledby="open-items-title" className={`bullets anywhere ${approveStyles["open"]}`}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
