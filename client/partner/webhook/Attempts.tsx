import { DetailsList } from "../../components/DetailsList";
import table from "../../components/ListTable.module.css";
import { classes } from "../../lib/classes";
import { formatMoment } from "../../lib/days";
import { useMediaQuery } from "../../lib/hooks";
import type { WebhookAttemptPartsFragment } from "./operations.generated";
import styles from "./Webhooks.module.css";

/** The latest attempts to deliver to an endpoint, as a table, or as cards on narrow screens. */
export function Attempts({ of: attempts }: { of: readonly WebhookAttemptPartsFragment[] }) {
  const isWide = useMediaQuery("(min-width: 64rem)");
  if (attempts.length === 0) return <p>Nothing has been sent yet. Send a test event to try your server.</p>;
  if (!isWide)
    return (
      <ul className="stack-3">
        {attempts.map((attempt) => (
          <li key={toKey(attempt)} className={styles["attempt"]}>
            <p className="cluster">
              <strong>{toResultText(attempt)}</strong>
              <span className="small numbers">{formatMoment(attempt.at)}</span>
            </p>
            <DetailsList
              facts={[
                { label: "Duration", value: `${attempt.durationMs} ms` },
                { label: "Event", value: <EventId of={attempt} /> },
                { label: "Response", value: attempt.excerpt || "Empty" },
              ]}
            />
          </li>
        ))}
      </ul>
    );
  return (
    <table className={classes(table["table"], table["plain"])}>
      <caption className="visually-hidden">Attempts, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Status</th>
          <th scope="col" className={table["amount"]}>
            Duration
          </th>
          <th scope="col">Event</th>
          <th scope="col">Response</th>
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={toKey(attempt)}>
            <td className={table["whole"]}>{formatMoment(attempt.at)}</td>
            <td>{toResultText(attempt)}</td>
            <td className={classes(table["amount"], table["whole"])}>{attempt.durationMs} ms</td>
            <td>
              <EventId of={attempt} />
            </td>
            <td>
              {attempt.excerpt ? (
                <code className="anywhere">{attempt.excerpt}</code>
              ) : (
                <span className="muted">Empty</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the status of the response, or the reason why there was none. */
export const toResultText = ({ status, error }: Pick<WebhookAttemptPartsFragment, "status" | "error">) =>
  status === null ? (error ?? "No response") : String(status);

const toKey = ({ at, eventId, durationMs }: WebhookAttemptPartsFragment) => `${at} ${eventId} ${durationMs}`;

function EventId({ of: { eventId } }: { of: WebhookAttemptPartsFragment }) {
  return eventId ? <code className="anywhere">{eventId}</code> : <>Test event</>;
}
