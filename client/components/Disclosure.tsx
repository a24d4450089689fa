import type { ReactNode } from "react";
import styles from "./Disclosure.module.css";

/** A native details element. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles["details"]}>
      <summary className={styles["summary"]}>{summary}</summary>
      <div className={styles["body"]}>{children}</div>
    </details>
  );
}
