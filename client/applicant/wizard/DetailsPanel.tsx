import {
  type ApplicantFieldGroup,
  type ApplicantFieldName,
  applicantFieldNames,
  getFieldDefinition,
} from "../../../server/modules/applicant/applicantFields.rules";
import { MultiFileField } from "../../file/field/MultiFileField";
import type { WhileChecking } from "../../file/field/useChecks";
import { DetailField } from "../form/DetailField";
import styles from "../form/Panels.module.css";
import type { DetailsForm } from "../form/useDetailsForm";
import { IssueDate } from "../passport/IssueDate";
import { PassportDifference, remarkText } from "../passport/PassportRemark";
import type { PassportReadingState } from "../passport/usePassportReading";
import type { LaterWords, RequiredSlot } from "../form/requiredSlots";
import { fieldId, type FormField } from "../form/wizardSteps";
import { RequiredDocuments } from "./RequiredDocuments";
import type { ApplicantPartsFragment } from "../operations.generated";
import { SameDocuments, SameLastName } from "./SameAsOthers";
import { TravelDate } from "./TravelDate";
import { Form } from "../../components/form/inputs";
import type { ApplicantFilesState, UploadLimits } from "./useApplicantFiles";

interface DetailsPanelProps {
  /** The other applicants of the request, in order. */
  others: readonly ApplicantPartsFragment[];
  request: { visaRequestId: string; travelDate: string; expectedDate: string };
  details: DetailsForm;
  passport: PassportReadingState;
  files: ApplicantFilesState;
  limits: UploadLimits;
  whileChecking: WhileChecking;
  slots: RequiredSlot[];
  onLater: (documentName: string, words: LaterWords[string] | undefined) => void;
  errors: Partial<Record<FormField, string>>;
  onDocumentsChanged: (...fields: FormField[]) => void;
}

const legends: Record<ApplicantFieldGroup, string> = {
  traveller: "Traveller, as in the passport",
  passport: "Passport",
  category: "Category and nationality",
  other: "Anything else",
};
const groups = Object.keys(legends) as ApplicantFieldGroup[];

/** Fields that are not part of a pair: one column with an empty neighbour, or full width. */
const widths: Partial<Record<ApplicantFieldName, "alone" | "full">> = {
  title: "alone",
  passportNumber: "alone",
  travelerType: "alone",
  comments: "full",
};

/** Hints shown in the wizard, but not when a single field is corrected. */
const hints: Partial<Record<ApplicantFieldName, string>> = {
  gender: "Filled in from the title. Change it if it is wrong.",
};

export function DetailsPanel({ request, details, passport, others, ...documents }: DetailsPanelProps) {
  return (
    <Form className={styles["fields"]} onSubmit={() => undefined}>
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
            .filter((name) => getFieldDefinition(name).group === group)
            .map((name) => (
              <DetailField
                key={name}
                details={details}
                field={name}
                id={fieldId(name)}
                hint={remarkText(passport.remark(name)) ?? hints[name]}
                footer={
                  <>
                    <PassportDifference passport={passport} field={name} />
                    {name === "passportIssueDate" && <IssueDate details={details} />}
                    {name === "lastName" && <SameLastName details={details} others={others} />}
                  </>
                }
                className={widths[name] && styles[widths[name]]}
              />
            ))}
        </fieldset>
      ))}
      <Documents {...documents} others={others} />
    </Form>
  );
}

/** Required documents, each in its own slot, and any others. */
function Documents(props: Omit<DetailsPanelProps, "details" | "passport" | "request">) {
  const { others, files, limits, whileChecking, slots, onLater, errors, onDocumentsChanged } = props;
  const common = { maxFileBytes: limits.maxFileBytes, whileChecking, room: files.room };
  const hasSlots = slots.length > 0;
  return (
    <fieldset className={styles["group"]}>
      <legend>{hasSlots ? "Documents Required" : "Documents"}</legend>
      <SameDocuments others={others} files={files} slots={slots} />
      {hasSlots && (
        <RequiredDocuments
          {...common}
          slots={slots}
          onAdd={(documentName, added) => files.addDocuments(added, documentName)}
          onRemove={files.removeDocument}
          onLater={onLater}
          onChanged={(fields) => onDocumentsChanged(...fields)}
          errors={errors}
        />
      )}
      <div className={styles["full"]}>
        <MultiFileField
          {...common}
          id={fieldId("documentFiles")}
          label={hasSlots ? "Other documents" : "Documents"}
          files={files.listed.filter(
            (file) => !slots.some(({ documentName }) => documentName === file.documentName),
          )}
          onAdd={(added) => {
            onDocumentsChanged("documentFiles");
            files.addDocuments(added, null);
          }}
          onRemove={(key) => {
            onDocumentsChanged("documentFiles");
            files.removeDocument(key);
          }}
          error={errors.documentFiles}
        />
      </div>
    </fieldset>
  );
}
