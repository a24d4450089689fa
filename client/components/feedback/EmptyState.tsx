import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** Shown for an empty list, with links to continue. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles["empty"]}>
      <svg width="72" height="48" viewBox="0 0 72 48" fill="none" stroke="currentColor" aria-hidden="true">
        <rect x="1.5" y="1.5" width="69" height="45" rx="5" strokeWidth="1.5" strokeDasharray="4 3" />
        <path d="M10 14h22M10 22h34M10 37h52" strokeWidth="2" strokeLinecap="round" />
        <circle cx="56" cy="17" r="7.5" strokeWidth="1.5" strokeDasharray="2 2" />
      </svg>
      <p className={styles["title"]}>{title}</p>
      {children}
    </div>
  );
}
