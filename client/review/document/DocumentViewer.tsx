import { useState } from "react";
import { Icon } from "../../components/Icon";
import { InlineAlert } from "../../components/InlineAlert";
import { classes } from "../../lib/classes";
import { paperName } from "../case/caseLabels";
import { PaperStage } from "./DocumentStage";
import styles from "./DocumentViewer.module.css";
import { PaperVerdict } from "./DocumentReview";
import type { StaffPaperPartsFragment } from "./operations.generated";
import { useShortcuts } from "./useShortcuts";

interface PaperViewerProps {
  papers: StaffPaperPartsFragment[];
  person: string;
  /** Whether verdicts may be given now. */
  canJudge: boolean;
  hasShortcuts: boolean;
}

/** The papers of one traveller: chosen above, shown large, judged below. */
export function PaperViewer({ papers, person, canJudge, hasShortcuts }: PaperViewerProps) {
  const [chosenId, setChosenId] = useState<string>();
  const index = Math.max(
    0,
    papers.findIndex(({ fileId }) => fileId === chosenId),
  );
  const paper = papers[index];
  const go = (by: number) => {
    const next = papers[(index + by + papers.length) % papers.length];
    if (next) setChosenId(next.fileId);
  };
  useShortcuts({ "[": () => go(-1), "]": () => go(1) }, hasShortcuts);

  if (!paper)
    return <InlineAlert tone="info">There are no papers: they are not kept any longer.</InlineAlert>;
  return (
    <section aria-label={`Papers of ${person}`} className={styles["viewer"]}>
      <ul className={styles["chooser"]}>
        {papers.map((one) => (
          <li key={one.fileId}>
            <button
              type="button"
              aria-pressed={one.fileId === paper.fileId}
              className={classes(styles["choice"], one.verdict ? styles[toneOf(one)] : undefined)}
              onClick={() => setChosenId(one.fileId)}
            >
              {one.verdict && <Icon name={one.verdict.isAccepted ? "check" : "cross"} size={14} />}
              <span className={styles["choiceName"]}>{paperName(one)}</span>
              {one.verdict && (
                <span className="visually-hidden">, {one.verdict.isAccepted ? "accepted" : "refused"}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {paper.scanState === "UNSCANNED" && (
        <p className={styles["unscanned"]}>
          <Icon name="warning" />
          Not looked through for viruses: no scanner was there. Open it with care.
        </p>
      )}
      <PaperStage key={paper.fileId} paper={paper} person={person} hasShortcuts={hasShortcuts} />
      {paper.kind !== "VISA" && (
        <PaperVerdict key={`verdict ${paper.fileId}`} paper={paper} canJudge={canJudge} />
      )}
    </section>
  );
}

const toneOf = ({ verdict }: StaffPaperPartsFragment) => (verdict?.isAccepted ? "accepted" : "refused");
