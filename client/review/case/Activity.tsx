import { useState } from "react";
import { Button } from "../../components/Button";
import { fileKinds } from "../../file/fileKinds";
import { formatMoment } from "../../lib/days";
import styles from "./Case.module.css";
import { actionLabel, nameOfStaff, actorLabels } from "./caseLabels";
import { useCase } from "./useCase";

const firstLines = 8;

/** Who saw or changed what, newest first. */
export function Activity() {
  const { trail, applicants } = useCase().staffCase;
  const [isWhole, setWhole] = useState(false);
  const nameOf = (visaApplicantId: string) => {
    const found = applicants.find(({ visaApplicant }) => visaApplicant.visaApplicantId === visaApplicantId);
    return found && `${found.visaApplicant.firstName} ${found.visaApplicant.lastName}`;
  };
  const lines = isWhole ? trail : trail.slice(0, firstLines);

  return (
    <section
      id="trail"
      tabIndex={-1}
      aria-labelledby="trail-title"
      className={`${styles["section"]} ${styles["whole"]}`}
    >
      <h2 id="trail-title">Activity</h2>
      {trail.length === 0 && <p className={styles["hint"]}>Nothing has been recorded yet.</p>}
      <ol className={styles["trail"]}>
        {lines.map(({ at, actor, staff, action, paper, visaApplicantId }, index) => (
          <li key={`${at} ${index}`}>
            <span className={`numbers ${styles["byline"]}`}>{formatMoment(at)}</span>
            <span>{staff ? nameOfStaff(staff) : actorLabels[actor]}</span>
            <span>
              {[
                actionLabel(action),
                paper && fileKinds[paper].label,
                visaApplicantId && nameOf(visaApplicantId),
              ]
                .filter(Boolean)
                .join(" – ")}
            </span>
          </li>
        ))}
      </ol>
      {trail.length > firstLines && (
        <div>
          <Button variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : `Show all ${trail.length} entries`}
          </Button>
        </div>
      )}
    </section>
  );
}
