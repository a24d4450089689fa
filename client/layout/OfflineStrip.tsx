import { useSyncExternalStore } from "react";
import styles from "./OfflineStrip.module.css";

const subscribe = (listener: () => void) => {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
};

/** Says that the line is down; the region is there from the first paint, so that it is spoken. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className={isOnline ? undefined : styles["strip"]}>
      {!isOnline && "You are offline. Your entries are safe on this device."}
    </div>
  );
}
