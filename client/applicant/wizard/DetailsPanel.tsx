import {
  type ApplicantFieldGroup,
  type ApplicantFieldName,
  applicantFieldNames,
  definitionOf,
} from "../../../server/modules/applicant/applicantFields.rules";
import { MultiFileField } from "../../file/field/MultiFileField";
import type { WhileChecking } from "../../file/field/useChecks";
import { DetailField } from "../form/DetailField";
import styles from "../form/Panels.module.css";
import type { DetailsForm } from "../form/useDetailsForm";
import { fieldId } from "../form/wizardSteps";
import { TravelDate } from "./TravelDate";
import type { ApplicantFilesState, UploadLimits } from "./useApplicantFiles";

interface DetailsPanelProps {
  request: { visaRequestId: string; travelDate: string; expectedDate: string };
  details: DetailsForm;
  files: ApplicantFilesState;
  limits: UploadLimits;
  whileChecking: WhileChecking;
  documentError: string | undefined;
  onDocumentsChanged: () => void;
}

/** The parts of the form, in their order. */
const legends: Record<ApplicantFieldGroup, string> = {
  traveller: "Traveller, as in the passport",
  passport: "Passport",
  category: "Category and nationality",
  other: "Anything else",
};
const groups = Object.keys(legends) as ApplicantFieldGroup[];

/** Fields that are not one of a pair: with nothing beside them, or as wide as two. */
const widths: Partial<Record<ApplicantFieldName, "alone" | "full">> = {
  title: "alone",
  passportNumber: "alone",
  travelerType: "alone",
  comments: "full",
};

/** What is said here and not where a single field is corrected. */
const hints: Partial<Record<ApplicantFieldName, string>> = {
  gender: "Follows the title; change it if need be",
};

/** The third tab: the traveller as in the passport, and the supporting documents. */
export function DetailsPanel({ request, details, ...documents }: DetailsPanelProps) {
  return (
    <form noValidate className={styles["fields"]} onSubmit={(event) => event.preventDefault()}>
      <fieldset className={styles["group"]}>
        <legend>Journey</legend>
        <div className={styles["alone"]}>
          <TravelDate request={request} today={details.today} />
        </div>
      </fieldset>
      {groups.map((group) => (
        <fieldset key={group} className={styles["group"]}>
          <legend>{legends[group]}</legend>
          {applicantFieldNames
            .filter((name) => definitionOf(name).group === group)
            .map((name) => (
              <DetailField
                key={name}
                details={details}
                field={name}
                id={fieldId(name)}
                hint={hints[name]}
                className={widths[name] && styles[widths[name]]}
              />
            ))}
          {group === "other" && <Documents {...documents} />}
        </fieldset>
      ))}
    </form>
  );
}

function Documents(props: Omit<DetailsPanelProps, "details" | "request">) {
  const { files, limits, whileChecking, documentError, onDocumentsChanged } = props;
  return (
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
  );
}
