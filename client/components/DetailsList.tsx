import type { ReactNode } from "react";
import { classes } from "../lib/classes";
import styles from "./DetailsList.module.css";

/** A label and its value; a missing value reads `Not provided`. */
export interface ListedDetail {
  label: string;
  value: ReactNode;
  /** Shown in the font of the machine-readable zone. */
  isCode?: boolean;
}

interface DetailsListProps {
  facts: ListedDetail[];
  /** `columns`: side by side, as many as fit. `rows`: one below the other, label left, value right. */
  kind?: "columns" | "rows";
  className?: string;
}

export function DetailsList({ facts, kind = "columns", className }: DetailsListProps) {
  return (
    <dl className={classes(styles[kind], className)}>
      {facts.map(({ label, value, isCode }) => (
        <div key={label} className={styles["fact"]}>
          <dt>{label}</dt>
          <dd className={classes("numbers", isCode && styles["code"])}>
            {value || value === 0 ? value : <span className={styles["none"]}>Not provided</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
