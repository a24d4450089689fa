import { classes } from "../../lib/classes";
import type { StaffQueueCountsQuery } from "./operations.generated";
import styles from "./QueueCounts.module.css";
import { type ShowQueue, type ShownQueue, toQuery, wholeQueue } from "./queueFilter";

type Count = Exclude<keyof StaffQueueCountsQuery["staffQueueCounts"], "__typename">;

const chips: { count: Count; label: string; shows: Partial<ShownQueue>; isUrgent?: true }[] = [
  { count: "overdue", label: "Overdue", shows: { overdue: true }, isUrgent: true },
  { count: "moneyToDecide", label: "Refunds to decide", shows: { money: "TO_DECIDE" }, isUrgent: true },
  { count: "moneyDue", label: "Refunds pending", shows: { money: "DUE" } },
  { count: "mine", label: "Mine", shows: { assigned: "MINE" } },
  { count: "unassigned", label: "Unassigned", shows: { assigned: "NOBODY" } },
  { count: "submitted", label: "Submitted", shows: { status: "SUBMITTED" } },
  { count: "processing", label: "In review", shows: { status: "PROCESSING" } },
  { count: "actionRequired", label: "Waiting for the traveller", shows: { status: "ACTION_REQUIRED" } },
];

export function QueueCounts(props: {
  counts: StaffQueueCountsQuery["staffQueueCounts"] | undefined;
  shown: ShownQueue;
  onShow: ShowQueue;
}) {
  const { counts, shown, onShow } = props;
  return (
    <ul className={`stack-2 ${styles["chips"]}`} aria-label="In the queue">
      {chips.map(({ count, label, shows, isUrgent }) => {
        const wanted = { ...wholeQueue, ...shows };
        const isWanted = (queue: ShownQueue) => toQuery(queue).toString() === toQuery(wanted).toString();
        const number = counts?.[count];
        return (
          <li key={count}>
            <button
              type="button"
              aria-pressed={isWanted(shown)}
              className={classes(styles["chip"], isUrgent && number ? styles["urgent"] : undefined)}
              onClick={() => onShow((present) => (isWanted(present) ? wholeQueue : wanted))}
            >
              <span className={styles["number"]}>{number ?? "–"}</span>
              <span>{label}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
