import type { ReactNode } from "react";
import { classes } from "../../lib/classes";
import { Icon, type IconName } from "../Icon";
import styles from "./InlineAlert.module.css";

export type AlertTone = "danger" | "warning" | "info" | "success";

const icons: Record<AlertTone, IconName> = {
  danger: "warning",
  warning: "warning",
  info: "info",
  success: "check",
};

/** An inline message. Errors and warnings are announced assertively, others politely. */
export function InlineAlert({ tone = "danger", children }: { tone?: AlertTone; children: ReactNode }) {
  const isUrgent = tone === "danger" || tone === "warning";
  return (
    <div role={isUrgent ? "alert" : "status"} className={classes(styles["alert"], styles[tone])}>
      <Icon name={icons[tone]} size={20} />
      <div className={styles["body"]}>{children}</div>
    </div>
  );
}

export function InlineAlerts({ of }: { of: readonly { message: string }[] }) {
  return of.map(({ message }) => <InlineAlert key={message}>{message}</InlineAlert>);
}
