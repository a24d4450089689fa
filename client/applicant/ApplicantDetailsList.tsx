import {
  applicantFieldNames,
  applicantFields,
  type ApplicantFieldName,
  isOfKind,
} from "../../server/modules/applicant/applicantFields.rules";
import { DetailsList } from "../components/DetailsList";
import { showValue } from "./applicantLabels";

/** The fields shown first, in this order; all others follow. */
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
const nameFields: readonly ApplicantFieldName[] = ["title", "firstName", "lastName"];
const shownFields = [...new Set([...firstFields, ...applicantFieldNames])].filter(
  (name) => !nameFields.includes(name),
);

interface ApplicantDetailsListProps {
  /** Every field is required, so code whose query omits one does not compile. */
  facts: Record<ApplicantFieldName, string | null | undefined>;
}

/** An applicant's details, labelled as in the form; missing optional values read "Not provided". */
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
