import { useIsOnline } from "../lib/useIsOnline";
import styles from "./OfflineStrip.module.css";

/** Says that the line is down; the region is there from the first paint, so that it is spoken. */
export function OfflineStrip() {
  const isOnline = useIsOnline();
  return (
    <div role="status" className={isOnline ? undefined : styles["strip"]}>
      {!isOnline && "You are offline. Your entries are safe on this device."}
    </div>
  );
}
