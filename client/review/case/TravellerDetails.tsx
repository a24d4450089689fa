import {
  applicantFieldNames,
  getFieldDefinition,
  isOfKind,
} from "../../../server/modules/applicant/applicantFields.rules";
import { showValue } from "../../applicant/applicantLabels";
import { useToast } from "../../components/feedback/ToastProvider";
import type { StaffApplicantPartsFragment } from "./operations.generated";
import { LineIcon } from "../../components/Icon";
import styles from "./Travellers.module.css";

type Applicant = StaffApplicantPartsFragment["visaApplicant"];
type MrzFields = NonNullable<StaffApplicantPartsFragment["mrz"]>["fields"];

/** Correctable fields come first, because staff compare them with the passport. The title is in the heading. */
const shownFields = [
  ...applicantFieldNames.filter((name) => getFieldDefinition(name).correctableAs),
  ...applicantFieldNames.filter((name) => !getFieldDefinition(name).correctableAs && name !== "title"),
];

/** The applicant's details with copy buttons; details that differ from the MRZ are marked. */
export function TravellerDetails({ applicant, mrz = [] }: { applicant: Applicant; mrz?: MrzFields }) {
  return (
    <section aria-labelledby="facts-title" className="sheet pad stack-4">
      <h3 id="facts-title">Details entered</h3>
      <dl className="ruled">
        {shownFields.map((name) => {
          const { label, correctableAs } = getFieldDefinition(name);
          const value = showValue(name, applicant[name]);
          const differs = mrz.some((one) => one.field === correctableAs && !one.isSame);
          return (
            <div
              key={label}
              className={`stack-0 gap-x-3 ${styles["fact"]}`}
              data-differs={differs || undefined}
            >
              <dt className="small">{label}</dt>
              <dd className="row gap-2 anywhere">
                {value ? (
                  <>
                    <span className={isOfKind(name, "code") ? styles["code"] : "numbers"}>{value}</span>
                    {differs && <span className={styles["differs"]}>differs from the MRZ</span>}
                    <CopyButton label={label} value={value} />
                  </>
                ) : (
                  <span className="small">Not provided</span>
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
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.announce(`${label} copied`);
    } catch {
      // Copying fails outside a secure context, or if the browser blocks it.
      toast.error(`${label} could not be copied: the browser does not allow it`);
    }
  };
  return (
    <button
      type="button"
      className={`icon-button ${styles["copy"]}`}
      aria-label={`Copy ${label.toLowerCase()}`}
      title={`Copy ${label.toLowerCase()}`}
      onClick={() => void copy()}
    >
      <LineIcon d="M6 5.5h7a.5.5 0 0 1 .5.5v7a.5.5 0 0 1-.5.5H6a.5.5 0 0 1-.5-.5V6a.5.5 0 0 1 .5-.5ZM3.5 10.5h-1v-8h8v1" />
    </button>
  );
}
