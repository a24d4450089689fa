import { classes } from "../lib/classes";
import { Icon, type IconName } from "./Icon";
import styles from "./StatusChip.module.css";

const icons: Record<string, IconName> = {
  APPROVED: "check",
  PAID: "check",
  REJECTED: "cross",
  CANCELLED: "cross",
  ACTION_REQUIRED: "warning",
  REFUND_DUE: "warning",
};

/** A status as an outlined stamp with icon and text: APPROVED and PAID are green, all others amber. */
export function StatusChip({ status }: { status: string }) {
  const isGood = status === "APPROVED" || status === "PAID";
  return (
    <span className={classes(styles["chip"], isGood ? styles["good"] : styles["open"])}>
      <Icon name={icons[status] ?? "clock"} size={14} />
      {status.replaceAll("_", " ")}
    </span>
  );
}
