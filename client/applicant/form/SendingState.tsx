import { useEffect, useId, useRef } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../components/Button";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { errorMessage } from "../../lib/errorMessage";
import { useIsOffline } from "../../lib/online";
import { paths } from "../../paths";
import styles from "./PreviewPanel.module.css";

export type SendFailure =
  | { kind: "failed"; error: unknown }
  | { kind: "offline" }
  | { kind: "cancelled" }
  | { kind: "refused"; messages: string[]; isRepeat: boolean }
  /** A retry cannot succeed. */
  | { kind: "gone"; message: string };

interface SendingStateProps {
  sending: { isSending: boolean; progress: number | undefined; cancel: () => void };
  failure: SendFailure | undefined;
  onRetry: () => void;
  visaRequestId: string;
  /** The thing being sent, for use inside a sentence. */
  thing?: string;
}

/** Shows the upload's progress with a cancel button; after a failure, the reason and that nothing is lost. */
export function SendingState(props: SendingStateProps) {
  const { sending, failure, onRetry, visaRequestId, thing = "your application" } = props;
  if (sending.isSending)
    return <Progress thing={thing} fraction={sending.progress} onCancel={sending.cancel} />;
  if (!failure) return null;
  if (failure.kind === "cancelled")
    return (
      <InlineAlert tone="info">Sending was cancelled. Nothing was lost. You can submit it again.</InlineAlert>
    );
  if (failure.kind === "failed")
    return (
      <InlineAlert>
        <p>We could not send {thing}. Nothing was lost. Try again.</p>
        <p className={styles["reason"]}>{errorMessage(failure.error)}</p>
        <Retry onRetry={onRetry} />
      </InlineAlert>
    );
  if (failure.kind === "gone")
    return (
      <InlineAlert>
        <p>{failure.message}</p>
        <p>
          <Link to={paths.visaapplicants(visaRequestId)}>See the application</Link>
        </p>
      </InlineAlert>
    );
  if (failure.kind === "offline") return <Offline thing={thing} onRetry={onRetry} />;
  // Offers no retry: an earlier call created the applicant before the form was changed, so a retry would create a
  // second one.
  if (failure.isRepeat)
    return (
      <InlineAlert>
        An earlier try did arrive. <Link to={paths.visaapplicants(visaRequestId)}>See the application</Link>,
        where you can edit this applicant.
      </InlineAlert>
    );
  const messages = failure.messages.length > 0 ? failure.messages : ["Please try again."];
  return (
    <InlineAlert>
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </InlineAlert>
  );
}

/** Shown while offline; offers to send once the network is back. */
function Offline({ thing, onRetry }: { thing: string; onRetry: () => void }) {
  const isOffline = useIsOffline();
  if (isOffline)
    return (
      <InlineAlert tone="warning">
        You are offline. Nothing was lost. You can send {thing} when you are online again.
      </InlineAlert>
    );
  return (
    <InlineAlert tone="info">
      <p>You are online again. You can send {thing} now.</p>
      <Retry onRetry={onRetry} />
    </InlineAlert>
  );
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const id = useId();
  // Takes the focus if it was lost, because the button that started the upload may no longer exist.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  }, [id]);
  return (
    <Button id={id} variant="secondary" className={styles["retry"]} onClick={onRetry}>
      Retry
    </Button>
  );
}

function Progress(props: { thing: string; fraction: number | undefined; onCancel: () => void }) {
  const { thing, fraction, onCancel } = props;
  const box = useRef<HTMLDivElement>(null);
  const labelId = useId();
  useEffect(() => box.current?.focus(), []);

  const percent = fraction === undefined ? undefined : Math.floor(fraction * 100);
  const isSent = percent === 100;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-labelledby={labelId}
      className={`stack-3 ${styles["progress"]}`}
    >
      <p id={labelId} className={`spread gap-3 ${styles["progressLabel"]}`}>
        <span>{isSent ? "Checking your files" : `Sending ${thing}`}</span>
        {percent !== undefined && <span className="numbers">{percent} %</span>}
      </p>
      <progress aria-labelledby={labelId} max={100} value={percent} className={styles["bar"]} />
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
