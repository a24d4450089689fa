import { Button } from "../Button";
import { InlineAlert } from "./InlineAlert";
import styles from "./LoadFailure.module.css";

/** Shown if data could not be loaded, with a retry button. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles["failure"]}>
      <InlineAlert tone="danger">{message}</InlineAlert>
      <Button variant="secondary" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
