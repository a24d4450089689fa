import { useState } from "react";
import { Button } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { useToast } from "../../components/feedback/ToastProvider";
import { Form, TextField } from "../../components/form/inputs";
import { fromOfficeTime } from "../../../server/core/day.rules";
import { formatMoment, officeZone } from "../../lib/days";
import keys from "../Partner.module.css";
import { useSending } from "../../lib/useSending";
import { eventLabels } from "./eventLabels";
import { usePartnerReplayMutation, type WebhookEndpointPartsFragment } from "./operations.generated";
import styles from "./Webhooks.module.css";

interface FailedDeliveriesProps {
  of: WebhookEndpointPartsFragment;
  onChanged: () => Promise<unknown>;
  onAll: (() => void) | undefined;
}

/** Deliveries that are no longer retried. Single events, or all events of a period, can be replayed. */
export function FailedDeliveries({ of, onChanged, onAll }: FailedDeliveriesProps) {
  const { endpointId, failedDeliveries, state } = of;
  const { nodes, hasNextPage } = failedDeliveries;
  const { replay, violations, isBusy } = useReplay(endpointId, onChanged);
  const canReplay = state !== "PAUSED";
  return (
    <div className="stack-4">
      {nodes.length === 0 && <p>Every event has arrived, or is being tried.</p>}
      <InlineAlerts of={violations} />
      {nodes.length > 0 && (
        <ul className={`ruled ${styles["failed"]}`}>
          {nodes.map(({ eventId, type, attempts, lastResult, failedAt }) => (
            <li key={eventId} className="stack-x-4">
              <span>
                <code className="anywhere">{eventLabels[type].name}</code>
              </span>
              <span className="small numbers">
                {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
                {lastResult && `, last ${lastResult}`}
              </span>
              <span className="small numbers">Given up {formatMoment(failedAt)}</span>
              {canReplay && (
                <Button
                  variant="quiet"
                  className="start"
                  disabled={isBusy}
                  onClick={() => void replay({ eventId })}
                >
                  Deliver again
                  <span className="visually-hidden">
                    {" "}
                    {eventLabels[type].name} of {formatMoment(failedAt)}
                  </span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div>
          {onAll ? (
            <Button variant="secondary" onClick={onAll}>
              Show more
            </Button>
          ) : (
            <p>These are the newest {nodes.length}. To deliver older ones, enter a start time below.</p>
          )}
        </div>
      )}
      {canReplay ? (
        <ReplayPeriod endpointId={endpointId} onChanged={onChanged} />
      ) : (
        <p>Resume the endpoint before you deliver them again.</p>
      )}
    </div>
  );
}

type Replayed = { eventId: string } | { from: string; to: string | null };

function useReplay(endpointId: string, onChanged: () => Promise<unknown>) {
  const [replayEvents] = usePartnerReplayMutation();
  const sending = useSending();
  const toast = useToast();
  const replay = async (which: Replayed) => {
    const sent = await sending.send(() => replayEvents({ variables: { input: { endpointId, ...which } } }));
    if (!sent) return;
    const { count } = sent;
    await onChanged();
    toast.success(
      count === 1 ? "1 event will be delivered again" : `${count} events will be delivered again`,
    );
  };
  return { ...sending, replay };
}

/** Converts the text of a time input, in Indian time, to a timestamp; undefined if it is empty or incomplete. */
const toMoment = (local: string) => (local ? fromOfficeTime(local).toISOString() : undefined);

function ReplayPeriod({ endpointId, onChanged }: { endpointId: string; onChanged: () => Promise<unknown> }) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const { replay, violations, isBusy, findError, showViolations } = useReplay(endpointId, onChanged);
  const submit = () => {
    const begin = toMoment(from);
    if (!begin) return showViolations([{ field: "from", message: "Enter a start time" }]);
    const end = toMoment(to) ?? null;
    if (end !== null && end < begin)
      return showViolations([{ field: "to", message: "Enter a time after the start" }]);
    return replay({ from: begin, to: end });
  };
  return (
    <Form className="stack-3" onSubmit={submit} aria-labelledby={`period-${endpointId}`}>
      <h4 id={`period-${endpointId}`}>Deliver past events again</h4>
      <p>All events of the endpoint&rsquo;s types, whether they arrived or not.</p>
      <InlineAlerts of={violations.filter(({ field }) => field !== "from" && field !== "to")} />
      <div className={`stack-x-4 ${keys["fields"]} ${styles["period"]}`}>
        <TextField
          id={`from-${endpointId}`}
          label={`From${officeZone()}`}
          type="datetime-local"
          error={findError("from")}
          value={from}
          onText={setFrom}
        />
        <TextField
          id={`to-${endpointId}`}
          label={`To${officeZone()}`}
          optional
          type="datetime-local"
          error={findError("to")}
          value={to}
          onText={setTo}
        />
      </div>
      <Button type="submit" variant="secondary" className="start" busy={isBusy}>
        Deliver events again
      </Button>
    </Form>
  );
}
