import { useHashTarget } from "../../lib/hooks";
import { correctionsAnchor } from "../../paths";
import { CorrectionForm } from "./CorrectionForm";
import styles from "./Corrections.module.css";
import type { FollowedApplicantFragment } from "./operations.generated";

interface CorrectionsProps {
  request: { visaApplicants: readonly FollowedApplicantFragment[]; travelDate: string };
  maxFileBytes: number;
  onSent: (person: string) => void;
  onStale: () => void;
  onStoredImageError: () => void;
}

/** The section of the application's page to make corrections, with one form per applicant. */
export default function Corrections({ request, onSent, ...rest }: CorrectionsProps) {
  useHashTarget();
  const asked = request.visaApplicants.filter(({ corrections }) => corrections.length > 0);
  if (asked.length === 0) return null;
  return (
    <section className={styles["section"]} aria-labelledby={correctionsAnchor}>
      <h2 id={correctionsAnchor} tabIndex={-1} className={styles["title"]}>
        Corrections needed
      </h2>
      <p>
        Only what is named here can be changed; everything else stays as you sent it. You do not pay again.
      </p>
      {asked.map((applicant) => (
        <CorrectionForm
          {...rest}
          key={applicant.visaApplicantId}
          applicant={applicant}
          travelDate={request.travelDate}
          onSent={() => onSent(`${applicant.firstName} ${applicant.lastName}`)}
        />
      ))}
    </section>
  );
}
