import { Icon } from "../../components/Icon";
import { formatDay } from "../../lib/days";
import { displayName } from "../../lib/format";
import type { QueuedRequestFragment } from "./operations.generated";
import styles from "./QueueParts.module.css";

/** The expected date, marked if it has passed. */
export function ExpectedDay({ request }: { request: QueuedRequestFragment }) {
  return (
    <span className={styles["expected"]}>
      {formatDay(request.expectedDate)}
      {request.isOverdue && (
        <strong className={styles["overdue"]}>
          <Icon name="warning" size={14} />
          Overdue
        </strong>
      )}
    </span>
  );
}

export function Assignee({
  request,
  staffId,
}: {
  request: QueuedRequestFragment;
  staffId: string | undefined;
}) {
  const { assignedTo } = request;
  if (!assignedTo) return <span className={styles["nobody"]}>Unassigned</span>;
  return assignedTo.staffId === staffId ? <strong>You</strong> : <>{displayName(assignedTo)}</>;
}
