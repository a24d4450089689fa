import {
  applicantFieldNames,
  applicantFields,
  type ApplicantFieldName,
  isOfKind,
} from "../../server/modules/applicant/applicantFields.rules";
import { DetailsList } from "../components/DetailsList";
import { showValue } from "./applicantLabels";

/** The agreed order of the page; a field that is not here comes last. */
const firstFields: readonly ApplicantFieldName[] = [
  "dateOfBirth",
  "passportNumber",
  "passportIssueDate",
  "passportExpireDate",
  "gender",
  "nationality",
  "passportCountry",
  "travelerType",
];
/** Shown together as the name. */
const nameFields: readonly ApplicantFieldName[] = ["title", "firstName", "lastName"];
const shownFields = [...new Set([...firstFields, ...applicantFieldNames])].filter(
  (name) => !nameFields.includes(name),
);

interface ApplicantDetailsListProps {
  /** Each field has to be there, so that a query which forgets one does not compile. */
  facts: Record<ApplicantFieldName, string | null | undefined>;
}

/** What is known about a traveller, under the captions of the form; what is optional and missing says so. */
export function ApplicantDetailsList({ facts }: ApplicantDetailsListProps) {
  return (
    <DetailsList
      facts={[
        { label: "Name", value: nameFields.map((name) => facts[name]).join(" ") },
        ...shownFields.map((name) => ({
          label: applicantFields[name].label,
          value: showValue(name, facts[name]),
          isCode: isOfKind(name, "code"),
        })),
      ]}
    />
  );
}
