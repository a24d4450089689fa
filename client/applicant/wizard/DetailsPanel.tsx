import type { ApplicantField } from "../../../server/modules/applicant/applicant.rules";
import { MultiFileField } from "../../file/field/MultiFileField";
import type { WhileChecking } from "../../file/field/useChecks";
import { DetailField } from "../form/DetailField";
import styles from "../form/Panels.module.css";
import type { DetailsForm } from "../form/useDetailsForm";
import { fieldId } from "../form/wizardSteps";
import type { ApplicantFilesState, UploadLimits } from "./useApplicantFiles";

interface DetailsPanelProps {
  details: DetailsForm;
  files: ApplicantFilesState;
  limits: UploadLimits;
  whileChecking: WhileChecking;
  documentError: string | undefined;
  onDocumentsChanged: () => void;
}

/** The third tab: the traveller as in the passport, and the supporting documents. */
export function DetailsPanel({
  details,
  files,
  limits,
  whileChecking,
  documentError,
  onDocumentsChanged,
}: DetailsPanelProps) {
  const field = (name: ApplicantField, place?: "alone" | "full", hint?: string) => (
    <DetailField
      details={details}
      field={name}
      id={fieldId(name)}
      hint={hint}
      className={place && styles[place]}
    />
  );

  return (
    <form noValidate className={styles["fields"]} onSubmit={(event) => event.preventDefault()}>
      <fieldset className={styles["group"]}>
        <legend>Traveller, as in the passport</legend>
        {field("title", "alone")}
        {field("firstName")}
        {field("lastName")}
        {field("gender", undefined, "Follows the title; change it if need be")}
        {field("dateOfBirth")}
      </fieldset>
      <fieldset className={styles["group"]}>
        <legend>Passport</legend>
        {field("passportNumber", "alone")}
        {field("passportIssueDate")}
        {field("passportExpireDate")}
      </fieldset>
      <fieldset className={styles["group"]}>
        <legend>Category and nationality</legend>
        {field("travelerType", "alone")}
        {field("nationality")}
        {field("passportCountry")}
      </fieldset>
      <fieldset className={styles["group"]}>
        <legend>Anything else</legend>
        {field("comments", "full")}
        <div className={styles["full"]}>
          <MultiFileField
            id={fieldId("documentFiles")}
            label="Documents"
            files={files.listed}
            onAdd={(added) => {
              onDocumentsChanged();
              files.addDocuments(added);
            }}
            onRemove={(key) => {
              onDocumentsChanged();
              files.removeDocument(key);
            }}
            maxFileBytes={limits.maxFileBytes}
            whileChecking={whileChecking}
            room={files.room}
            error={documentError}
          />
        </div>
      </fieldset>
    </form>
  );
}
