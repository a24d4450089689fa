import styles from "./ApplicantsNav.module.css";
import type { ApplicantPartsFragment } from "./operations.generated";

/** The list of links is shown only for more applicants than this. */
const fewApplicants = 3;

/** Returns the id of an applicant's heading; the first applicant has `place` 1. */
export const applicantAnchor = (place: number) => `applicant-${place}`;

export function ApplicantsNav({ applicants }: { applicants: ApplicantPartsFragment[] }) {
  if (applicants.length <= fewApplicants) return null;
  const title = `Applicants 1–${applicants.length}`;
  return (
    <nav aria-label={title} className={`no-print sheet ${styles["nav"]}`}>
      <p className="small">{title}</p>
      <ol className={styles["list"]}>
        {applicants.map(({ visaApplicantId, firstName, lastName }, index) => (
          <li key={visaApplicantId}>
            <a href={`#${applicantAnchor(index + 1)}`}>
              <span className={`numbers ${styles["place"]}`}>{index + 1}.</span>
              <span className={styles["name"]}>
                {firstName} {lastName}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
