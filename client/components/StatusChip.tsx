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

/** A status as an outlined stamp: APPROVED and PAID are green, all others amber. */
export function StatusChip({ status }: { status: string }) {
  const isGood = status === "APPROVED" || status === "PAID";
  return <Chip isGood={isGood} icon={icons[status] ?? "clock"} text={status.replaceAll("_", " ")} />;
}

export function PublishedChip({ isOn }: { isOn: boolean }) {
  const text = isOn ? "Published" : "Unpublished";
  return <Chip isGood={isOn} icon={isOn ? "check" : "cross"} text={text} className={styles["published"]} />;
}

function Chip(props: { isGood: boolean; icon: IconName; text: string; className?: string }) {
  const { isGood, icon, text, className } = props;
  return (
    <span className={classes(styles["chip"], isGood ? styles["good"] : styles["open"], className)}>
      <Icon name={icon} size={14} />
      {text}
    </span>
  );
}
