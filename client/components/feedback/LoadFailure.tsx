import { Button } from "../Button";
import { InlineAlert } from "./InlineAlert";
import styles from "./LoadFailure.module.css";

/** What a page says when its data did not come, with a way to try again. */
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
