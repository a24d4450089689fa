import type { ReactNode } from "react";
import { classes } from "../../lib/classes";
import styles from "./Skeleton.module.css";

/** A grey placeholder for loading content; appears after 300 ms. */
export function Skeleton({ height, width = "100%" }: { height: number | string; width?: number | string }) {
  return <div aria-hidden="true" className={styles["block"]} style={{ height, width }} />;
}

/** The placeholder of a card with a title and rows of labels and values. */
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

/** Placeholders of labelled inputs. */
export function SkeletonFields({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className={classes(styles["appears"], styles["fields"])}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles["field"]} />
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
