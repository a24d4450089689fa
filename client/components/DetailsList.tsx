import type { ReactNode } from "react";
import { classes } from "../lib/classes";
import styles from "./DetailsList.module.css";

/** A label and its value; a missing value reads `Not provided`. */
export interface ListedDetail {
  label: string;
  value: ReactNode;
  /** Whether the value is shown in the font of an MRZ. */
  isCode?: boolean;
}

interface DetailsListProps {
  facts: ListedDetail[];
  /** `columns`: side by side, as many as fit. `rows`: one below the other, label left, value right. */
  kind?: "columns" | "rows";
  className?: string;
}

export function DetailsList({ facts, kind = "columns", className }: DetailsListProps) {
  const isColumns = kind === "columns";
  return (
    <dl className={classes(isColumns ? styles["columns"] : "ruled", className)}>
      {facts.map(({ label, value, isCode }) => (
        <div key={label} className={isColumns ? undefined : `wrap spread gap-x-4 ${styles["row"]}`}>
          <dt className={isColumns ? "small" : "muted"}>{label}</dt>
          <dd className={classes("numbers anywhere", styles["value"], isCode && styles["code"])}>
            {value || value === 0 ? value : <span className={styles["none"]}>Not provided</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
