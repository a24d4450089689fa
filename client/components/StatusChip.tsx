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
  return (
    <Chip isGood={isGood} icon={icons[status] ?? "clock"} className={styles["stamp"]}>
      {status.replaceAll("_", " ")}
    </Chip>
  );
}

export function PublishedChip({ isOn }: { isOn: boolean }) {
  return (
    <Chip isGood={isOn} icon={isOn ? "check" : "cross"} className="start">
      {isOn ? "Published" : "Unpublished"}
    </Chip>
  );
}

interface ChipProps {
  isGood: boolean;
  icon: IconName;
  className?: string | undefined;
  children: string;
}

export function Chip({ isGood, icon, className, children }: ChipProps) {
  return (
    <span className={classes(styles["chip"], isGood ? styles["good"] : styles["open"], className)}>
      <Icon name={icon} size={14} />
      {children}
    </span>
  );
}
