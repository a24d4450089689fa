import { useIsOffline } from "../lib/online";
import styles from "./OfflineStrip.module.css";

/** Says that the line is down; the region is there from the first paint, so that it is spoken. */
export function OfflineStrip() {
  const isOffline = useIsOffline();
  return (
    <div role="status" className={isOffline ? styles["strip"] : undefined}>
      {isOffline && "You are offline. Your entries are safe on this device."}
    </div>
  );
}
