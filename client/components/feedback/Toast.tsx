import { useEffect, useEffectEvent, useState } from "react";
import { classes } from "../../lib/classes";
import { Icon } from "../Icon";
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
  // `onClose` is new at each render; the clock must not start again for that.
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (isHeld || message.isError) return;
    const timer = setTimeout(() => close(), stayMs);
    return () => clearTimeout(timer);
  }, [isHeld, message]);

  return (
    <div
      data-toast
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
