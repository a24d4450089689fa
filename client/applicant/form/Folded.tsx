import { type ReactNode, useState } from "react";
import styles from "./Panels.module.css";

interface FoldedProps {
  summary: ReactNode;
  /** Opens the section when it becomes true; the traveller can close it again. */
  isNeeded: boolean;
  children: ReactNode;
}

/** A collapsible section for details that most travellers do not need. */
export function Folded({ summary, isNeeded, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles["full"]}
      open={isOpen || isNeeded}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles["summary"]}>{summary}</summary>
      {children}
    </details>
  );
}
