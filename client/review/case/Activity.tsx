import { useState } from "react";
import { Button } from "../../components/Button";
import { fileKinds } from "../../file/fileKinds";
import { formatMoment } from "../../lib/days";
import { displayName } from "../../lib/format";
import styles from "./Case.module.css";
import { actionLabel, actorLabels } from "./caseLabels";
import { useCase } from "./useCase";

const firstLines = 8;

/** All views and changes, newest first. */
export function Activity() {
  const { trail: activity, applicants } = useCase().staffCase;
  const [isWhole, setWhole] = useState(false);
  const findName = (visaApplicantId: string) => {
    const found = applicants.find(({ visaApplicant }) => visaApplicant.visaApplicantId === visaApplicantId);
    return found && `${found.visaApplicant.firstName} ${found.visaApplicant.lastName}`;
  };
  const lines = isWhole ? activity : activity.slice(0, firstLines);

  return (
    <section
      id="activity"
      tabIndex={-1}
      aria-labelledby="activity-title"
      className={`${styles["section"]} ${styles["whole"]}`}
    >
      <h2 id="activity-title">Activity</h2>
      {activity.length === 0 && <p className={styles["hint"]}>Nothing has been recorded yet.</p>}
      <ol className={styles["activity"]}>
        {lines.map(({ at, actor, staff, action, paper, visaApplicantId }, index) => (
          <li key={`${at} ${index}`}>
            <span className={`numbers ${styles["byline"]}`}>{formatMoment(at)}</span>
            <span>{staff ? displayName(staff) : actorLabels[actor]}</span>
            <span>
              {[
                actionLabel(action),
                paper && fileKinds[paper].label,
                visaApplicantId && findName(visaApplicantId),
              ]
                .filter(Boolean)
                .join(" – ")}
            </span>
          </li>
        ))}
      </ol>
      {activity.length > firstLines && (
        <div>
          <Button variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : `Show all ${activity.length} entries`}
          </Button>
        </div>
      )}
    </section>
  );
}
