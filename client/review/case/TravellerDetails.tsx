import { detailLabels } from "../../../server/modules/applicant/applicant.rules";
import { genderLabels, travelerLabels } from "../../applicant/applicantLabels";
import { useToast } from "../../components/feedback/ToastProvider";
import { formatDay } from "../../lib/days";
import type { ApplicantField } from "../../schemaTypes.generated";
import pageStyles from "./Case.module.css";
import { fieldLabels } from "./caseLabels";
import type { StaffApplicantPartsFragment } from "./operations.generated";
import styles from "./Travellers.module.css";

type Applicant = StaffApplicantPartsFragment["visaApplicant"];
type MrzFields = NonNullable<StaffApplicantPartsFragment["mrz"]>["fields"];

interface Description {
  label: string;
  value: string;
  field?: ApplicantField;
  isCode?: boolean;
}

function listFacts(applicant: Applicant): Description[] {
  return [
    { field: "FIRST_NAME", label: fieldLabels.FIRST_NAME, value: applicant.firstName },
    { field: "LAST_NAME", label: fieldLabels.LAST_NAME, value: applicant.lastName },
    { field: "GENDER", label: fieldLabels.GENDER, value: genderLabels[applicant.gender] },
    { field: "DATE_OF_BIRTH", label: fieldLabels.DATE_OF_BIRTH, value: formatDay(applicant.dateOfBirth) },
    {
      field: "PASSPORT_NUMBER",
      label: fieldLabels.PASSPORT_NUMBER,
      value: applicant.passportNumber,
      isCode: true,
    },
    {
      field: "PASSPORT_ISSUE_DATE",
      label: fieldLabels.PASSPORT_ISSUE_DATE,
      value: formatDay(applicant.passportIssueDate),
    },
    {
      field: "PASSPORT_EXPIRE_DATE",
      label: fieldLabels.PASSPORT_EXPIRE_DATE,
      value: formatDay(applicant.passportExpireDate),
    },
    { field: "NATIONALITY", label: fieldLabels.NATIONALITY, value: applicant.nationality },
    { field: "PASSPORT_COUNTRY", label: fieldLabels.PASSPORT_COUNTRY, value: applicant.passportCountry },
    { label: detailLabels.travelerType, value: travelerLabels[applicant.travelerType] },
    { label: detailLabels.comments, value: applicant.comments ?? "" },
  ];
}

/** What the traveller typed, each value to be copied, and marked where the machine-readable zone says otherwise. */
export function TravellerDetails({ applicant, mrz = [] }: { applicant: Applicant; mrz?: MrzFields }) {
  return (
    <section aria-labelledby="facts-title" className={pageStyles["section"]}>
      <h3 id="facts-title">Details entered</h3>
      <dl className={styles["facts"]}>
        {listFacts(applicant).map(({ label, value, field, isCode }) => {
          const differs = mrz.some((one) => one.field === field && !one.isSame);
          return (
            <div key={label} className={styles["fact"]} data-differs={differs || undefined}>
              <dt>{label}</dt>
              <dd>
                {value ? (
                  <>
                    <span className={isCode ? styles["code"] : "numbers"}>{value}</span>
                    {differs && <span className={styles["differs"]}>differs from the MRZ</span>}
                    <CopyButton label={label} value={value} />
                  </>
                ) : (
                  <span className={pageStyles["hint"]}>Not provided</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function CopyButton({ label, value }: { label: string; value: string }) {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast.announce(`${label} copied`),
      () => toast.error(`${label} could not be copied: the browser does not allow it`),
    );
  return (
    <button
      type="button"
      className={styles["copy"]}
      aria-label={`Copy ${label.toLowerCase()}`}
      title={`Copy ${label.toLowerCase()}`}
      onClick={() => void copy()}
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        <rect x="5.5" y="5.5" width="8" height="8" rx="1" />
        <path d="M3.5 10.5h-1v-8h8v1" />
      </svg>
    </button>
  );
}
