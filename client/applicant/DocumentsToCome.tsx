import { laterReasonLabels } from "./form/requiredSlots";
import styles from "./ApplicantBlock.module.css";
import type { ApplicantPartsFragment } from "./operations.generated";

interface DocumentsToComeProps {
  applicant: ApplicantPartsFragment;
  /** Whether the traveller can still be edited. */
  canAdd: boolean;
}

/** The required documents that were not sent, with what was said of each; nothing once the visa is decided on. */
export function DocumentsToCome({ applicant, canAdd }: DocumentsToComeProps) {
  const { requiredDocuments, visaApplicantStatus: status } = applicant;
  const missing = requiredDocuments.filter(({ state }) => state !== "SENT");
  if (missing.length === 0 || status === "APPROVED" || status === "REJECTED") return null;
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
        {canAdd
          ? "Add them with Edit until you pay. After that we ask you for what is still needed."
          : "We ask you for what is still needed."}
      </p>
    </>
  );
}
