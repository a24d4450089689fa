import type { ApplicantPartsFragment } from "../operations.generated";
import styles from "./ReadyVisas.module.css";
import { ViewVisa } from "./ViewVisa";
import { VisaFileActions } from "./VisaFileActions";

/** Returns the approved applicants, whose visas are shown first on the page. */
export const findApproved = <Applicant extends ApplicantPartsFragment>(applicants: readonly Applicant[]) =>
  applicants.filter(({ visaApplicantStatus }) => visaApplicantStatus === "APPROVED");

/** Visas of approved applicants, to view, save, share and print. */
export function ReadyVisas({ applicants }: { applicants: readonly ApplicantPartsFragment[] }) {
  return (
    <section aria-label="Visa files" className={`no-print ${styles["visas"]}`}>
      <ul>
        {applicants.map((applicant) => (
          <li key={applicant.visaApplicantId} className={styles["visa"]}>
            <h2 className={styles["name"]}>
              {applicant.firstName} {applicant.lastName}
            </h2>
            <div className={styles["ways"]}>
              <ViewVisa applicant={applicant} />
              {applicant.approvedVisaSrc && <VisaFileActions applicant={applicant} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
