import styles from "../Login.module.css";

/**
 * Explains why sending the code takes longer. Rendered before it has text, so that screen readers announce
 * the text.
 */
export function DeviceCheckStatus({ isChecking }: { isChecking: boolean }) {
  return (
    <p role="status" className={styles["deviceCheck"]}>
      {isChecking && "Checking your device…"}
    </p>
  );
}
