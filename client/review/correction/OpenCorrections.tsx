import { fileKinds } from "../../file/fileKinds";
import { formatDay } from "../../lib/days";
import pageStyles from "../case/Case.module.css";
import { fieldLabels } from "../case/caseLabels";
import { correctionReasonLabels } from "./correctionReasons";
import type { StaffApplicantPartsFragment } from "../case/operations.generated";
import styles from "../case/Travellers.module.css";

type Correction = StaffApplicantPartsFragment["corrections"][number];

interface OpenCorrectionsProps {
  corrections: Correction[];
  papers: StaffApplicantPartsFragment["papers"];
}

/** What the traveller was asked for and has not sent yet. */
export function OpenCorrections({ corrections, papers }: OpenCorrectionsProps) {
  const nameOf = ({ field, paper, visaApplicationDocumentId, documentName }: Correction) => {
    if (field) return fieldLabels[field];
    if (paper !== "DOCUMENT") return paper ? fileKinds[paper].label : "";
    const replaced = papers.find(({ fileId }) => fileId === visaApplicationDocumentId);
    return replaced ? replaced.imageName : (documentName ?? "A missing document");
  };
  return (
    <div className={styles["waiting"]}>
      <h4>Waiting for the traveller</h4>
      <ul className={styles["waitingList"]}>
        {corrections.map((correction) => (
          <li key={correction.correctionId}>
            <strong>{nameOf(correction)}</strong>: {correctionReasonLabels[correction.reason]}
            {correction.note && <> – “{correction.note}”</>}
            <span className={pageStyles["hint"]}> asked on {formatDay(correction.askedAt)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
