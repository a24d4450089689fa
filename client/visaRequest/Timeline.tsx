import { todayInKolkata } from "../../server/core/day.rules";
import card from "../components/Card.module.css";
import { Icon, type IconName } from "../components/Icon";
import { formatDay, formatMoment } from "../lib/days";
import type { FollowedRequestFragment } from "./operations.generated";
import styles from "./Timeline.module.css";
import { expectedLabel, timelineSteps, type TimelineStep } from "./timelineSteps";

type TimedRequest = Pick<FollowedRequestFragment, "timeline" | "visaRequestStatus" | "expectedDate">;

const states: Record<TimelineStep["state"], string> = {
  past: "Done: ",
  present: "Now: ",
  ahead: "Next: ",
};

export function Timeline({ request }: { request: TimedRequest }) {
  const { timeline, visaRequestStatus, expectedDate } = request;
  const expected = expectedLabel(visaRequestStatus, {
    expectedDate,
    shownDate: formatDay(expectedDate),
    today: todayInKolkata(new Date()),
  });
  return (
    <section className={card["card"]} aria-labelledby="timeline-title">
      <h2 id="timeline-title">Progress</h2>
      <ol className="stack-0">
        {timelineSteps(timeline).map((step, index) => (
          <li
            key={`${step.at ?? "ahead"}-${index}`}
            className={styles["step"]}
            data-state={step.state}
            aria-current={step.state === "present" ? "step" : undefined}
          >
            <span className={styles["icon"]} aria-hidden="true">
              <Icon name={getIcon(step)} size={14} />
            </span>
            <span className={styles["name"]}>
              <span className="visually-hidden">{states[step.state]}</span>
              {step.name}
            </span>
            {step.at && (
              <time className="numbers small" dateTime={step.at}>
                {formatMoment(step.at)}
              </time>
            )}
          </li>
        ))}
      </ol>
      {expected && <p className={`numbers ${styles["expected"]}`}>{expected}</p>}
    </section>
  );
}

function getIcon({ name, state }: TimelineStep): IconName {
  if (state === "ahead") return "clock";
  if (name === "Action needed" && state === "present") return "warning";
  return name === "Rejected" || name === "Cancelled" ? "cross" : "check";
}
