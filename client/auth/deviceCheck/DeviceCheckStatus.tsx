import styles from "../Login.module.css";

/** Says why the code takes a moment longer. It is there before its text, so that the text is read out. */
export function DeviceCheckStatus({ isChecking }: { isChecking: boolean }) {
  return (
    <p role="status" className={styles["deviceCheck"]}>
      {isChecking && "Checking your device…"}
    </p>
  );
}
