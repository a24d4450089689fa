import type { ReactNode } from "react";
import { classes } from "../../lib/classes";
import styles from "./Skeleton.module.css";
import { Button } from "../Button";
import { InlineAlert } from "./InlineAlert";

/** A grey placeholder for loading content; appears after 300 ms. */
export function Skeleton({ height, width = "100%" }: { height: number | string; width?: number | string }) {
  return <div aria-hidden="true" className={styles["block"]} style={{ height, width }} />;
}

export function SkeletonCard({ rows, hasTitle = true }: { rows: number; hasTitle?: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={classes(styles["appears"], "sheet raised pad stack-4", styles["card"])}
    >
      {hasTitle && <div className={styles["title"]} />}
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles["row"]} />
      ))}
    </div>
  );
}

export function SkeletonFields({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className={classes(styles["appears"], "stack-5")}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`stack-2 ${styles["field"]}`} />
      ))}
    </div>
  );
}

/** A loading region: its skeletons, and a polite "Loading..." for screen readers. */
export function LoadingRegion({ children, className }: { children?: ReactNode; className?: string }) {
  return (
    <div aria-busy="true" className={className}>
      <p role="status" className="visually-hidden">
        Loading...
      </p>
      {children}
    </div>
  );
}

export interface Retry {
  onRetry: () => void;
  isRetrying?: boolean;
}

export function LoadFailure({ message, onRetry, isRetrying }: Retry & { message: string }) {
  return (
    <div className={`stack-4 ${styles["failure"]}`}>
      <InlineAlert tone="danger">{message}</InlineAlert>
      <Button variant="secondary" busy={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={`stack-4 ${styles["empty"]}`}>
      <svg width="72" height="48" viewBox="0 0 72 48" fill="none" stroke="currentColor" aria-hidden="true">
        <rect x="1.5" y="1.5" width="69" height="45" rx="5" strokeWidth="1.5" strokeDasharray="4 3" />
        <path d="M10 14h22M10 22h34M10 37h52" strokeWidth="2" strokeLinecap="round" />
        <circle cx="56" cy="17" r="7.5" strokeWidth="1.5" strokeDasharray="2 2" />
      </svg>
      <p className={styles["emptyStateTitle"]}>{title}</p>
      {children}
    </div>
  );
}
