import { useEffect, useState } from "react";
import { classes } from "../lib/classes";
import { Icon } from "./Icon";
import styles from "./Toast.module.css";

export interface ToastMessage {
  id: number;
  text: string;
  isError: boolean;
}

const stayMs = 7_000;

/** One message over the page. It waits while the pointer or the focus is on it; an error waits to be closed. */
export function Toast({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (isHeld || message.isError) return;
    const timer = setTimeout(onClose, stayMs);
    return () => clearTimeout(timer);
    // `onClose` is new at each render; the clock must not start again for that.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isHeld, message]);

  return (
    <div
      className={classes(styles["toast"], message.isError && styles["error"])}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={message.isError ? "warning" : "check"} size={20} />
      <span className={styles["text"]}>{message.text}</span>
      <button type="button" className={styles["close"]} onClick={onClose} aria-label="Close message">
        <Icon name="cross" />
      </button>
    </div>
  );
}
