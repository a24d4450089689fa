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

/**
 * A message over the page. The timer pauses while it is hovered or focused; errors stay until they are
 * closed.
 */
export function Toast({ message, onClose }: { message: ToastMessage; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false);
  // `onClose` changes with each render, which must not restart the timer.
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
