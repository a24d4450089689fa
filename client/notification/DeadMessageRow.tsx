import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { formatMoment } from "../lib/days";
import { errorMessage } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";
import { paths } from "../paths";
import { channelLabels, eventLabels, failureLabel } from "./deadMessageLabels";
import styles from "./DeadMessageRow.module.css";
import type { DeadMessageFragment } from "./operations.generated";

interface DeadMessageRowProps {
  message: DeadMessageFragment;
  /** Tries again. Returns an error message, or undefined if it succeeded. */
  retry: () => Promise<string | undefined>;
}

/** A failed message with its reason and a retry button. */
export function DeadMessageRow({ message, retry }: DeadMessageRowProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { attempts, channel, createdAt, event, lastError, visaReferenceNo, visaRequestId } = message;
  const title = `${channelLabels[channel]}: ${eventLabels[event]}`;

  const tryAgain = async () => {
    if (isOffline()) return setProblem(offlineText);
    setProblem(undefined);
    setBusy(true);
    const message = await retry().catch(errorMessage);
    setBusy(false);
    setProblem(message);
  };

  return (
    <li className={styles["row"]}>
      <div className={styles["what"]}>
        <p className={styles["title"]}>{title}</p>
        <Link className={styles["reference"]} to={paths.staffCase(visaRequestId)}>
          {visaReferenceNo}
        </Link>
      </div>
      <div className={styles["why"]}>
        <p>{failureLabel(lastError)}</p>
        <p className={styles["small"]}>
          {lastError && <code>{lastError}</code>}
          <span>{attempts === 1 ? "Tried once" : `Tried ${attempts} times`}</span>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </p>
      </div>
      <Button
        variant="secondary"
        busy={isBusy}
        aria-label={`Try again: ${title}, ${visaReferenceNo}`}
        onClick={() => void tryAgain()}
      >
        Try again
      </Button>
      {problem && (
        <div className={styles["problem"]}>
          <InlineAlert>{problem}</InlineAlert>
        </div>
      )}
    </li>
  );
}
