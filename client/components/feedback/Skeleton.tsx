import type { ReactNode } from "react";
import { classes } from "../../lib/classes";
import styles from "./Skeleton.module.css";

/** A grey block in the place of loading content; visible after 300 ms only. */
export function Skeleton({ height, width = "100%" }: { height: number | string; width?: number | string }) {
  return <div aria-hidden="true" className={styles["block"]} style={{ height, width }} />;
}

/** A card whose title and rows (a label and its value) are loading. */
export function SkeletonCard({ rows, hasTitle = true }: { rows: number; hasTitle?: boolean }) {
  return (
    <div aria-hidden="true" className={classes(styles["appears"], styles["card"])}>
      {hasTitle && <div className={styles["title"]} />}
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles["row"]} />
      ))}
    </div>
  );
}

/** Inputs under their labels that are loading. */
export function SkeletonFields({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className={classes(styles["appears"], styles["fields"])}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles["field"]} />
      ))}
    </div>
  );
}

/** The region that is loading: its skeletons, and a polite "Loading..." for screen readers. */
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
