import type { ReactNode } from "react";
import styles from "./Skeleton.module.css";

/** A grey block that holds the place of what is loading; it shows after 300 ms only. */
export function Skeleton({ height, width = "100%" }: { height: number | string; width?: number | string }) {
  return <div aria-hidden="true" className={styles["block"]} style={{ height, width }} />;
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
