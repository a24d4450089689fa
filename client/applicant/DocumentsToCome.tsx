import { laterReasonLabels } from "./form/requiredSlots";
import styles from "./ApplicantBlock.module.css";
import type { ApplicantPartsFragment } from "./operations.generated";

interface DocumentsToComeProps {
  applicant: ApplicantPartsFragment;
  canEdit: boolean;
}

/** Required documents that were not uploaded before payment, each with the reason that the traveller gave. */
export function DocumentsToCome({ applicant, canEdit }: DocumentsToComeProps) {
  const missing = applicant.requiredDocuments.filter(({ state }) => state !== "SENT");
  if (missing.length === 0) return null;
  return (
    <>
      <h4 className={styles["filesTitle"]}>Documents still needed</h4>
      <ul className={styles["missing"]}>
        {missing.map(({ documentName, reason, note }) => (
          <li key={documentName}>
            {documentName}
            {reason && (
              <span className={styles["answers"]}>
                {[laterReasonLabels[reason], note].filter(Boolean).join(": ")}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className={styles["none"]}>
        {canEdit
          ? "Add them with Edit until you pay. After that, upload them here."
          : "Upload them here once you have paid."}
      </p>
    </>
  );
}
