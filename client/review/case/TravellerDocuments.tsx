import { laterReasonLabels } from "../../applicant/form/requiredSlots";
import pageStyles from "./Case.module.css";
import type { StaffApplicantPartsFragment } from "./operations.generated";
import styles from "./Travellers.module.css";

/** Required documents: the files sent for each, the reason for leaving it for later, or neither. */
export function TravellerDocuments({ applicant }: { applicant: StaffApplicantPartsFragment }) {
  const { papers, visaApplicant } = applicant;
  const { requiredDocuments } = visaApplicant;
  return (
    <section aria-labelledby="required-title" className={pageStyles["section"]}>
      <h3 id="required-title">Documents Required</h3>
      {requiredDocuments.length === 0 ? (
        <p className={pageStyles["hint"]}>Not asked for: sent before each document had its place</p>
      ) : (
        <ul className={styles["required"]}>
          {requiredDocuments.map(({ documentName, state, reason, note }) => (
            <li key={documentName}>
              {documentName}
              {state === "SENT" ? (
                papers
                  .filter((paper) => paper.documentName === documentName)
                  .map(({ fileId, imageName, src }) => (
                    <a
                      key={fileId}
                      className={styles["answer"]}
                      href={src}
                      target="_blank"
                      rel="noopener noreferrer"
                      referrerPolicy="no-referrer"
                    >
                      {imageName}
                    </a>
                  ))
              ) : (
                <strong className={styles["answer"]}>
                  {state === "LATER" && reason ? (
                    <>
                      Left for later: {laterReasonLabels[reason]}
                      {note && <> – “{note}”</>}
                    </>
                  ) : (
                    "Nothing said"
                  )}
                </strong>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
