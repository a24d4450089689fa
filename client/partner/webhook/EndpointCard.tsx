import { useState } from "react";
import { partnerEventTypes } from "../../../server/modules/partner/event/partnerEvent.rules";
import { pauseAfterDays } from "../../../server/modules/partner/webhook/webhook.rules";
import { Button } from "../../components/Button";
import { Disclosure } from "../../components/Disclosure";
import { InlineAlert, InlineAlerts } from "../../components/feedback/InlineAlert";
import { useToast } from "../../components/feedback/ToastProvider";
import { Chip } from "../../components/StatusChip";
import { formatMoment } from "../../lib/days";
import type { WebhookState } from "../../schemaTypes.generated";
import keys from "../Partner.module.css";
import { useSending } from "../../lib/useSending";
import { Attempts, toResultText } from "./Attempts";
import { eventLabels } from "./eventLabels";
import { FailedDeliveries } from "./FailedDeliveries";
import {
  usePartnerPingMutation,
  useUpdateWebhookEndpointMutation,
  type WebhookAttemptPartsFragment,
  type WebhookEndpointPartsFragment,
} from "./operations.generated";
import styles from "./Webhooks.module.css";

interface EndpointCardProps {
  of: WebhookEndpointPartsFragment;
  onOpen: (kind: "change" | "rotate" | "end") => void;
  onChanged: () => Promise<unknown>;
  /** Lists more failed deliveries; undefined if no more can be listed. */
  onAllFailed: (() => void) | undefined;
}

export function EndpointCard({ of: endpoint, onOpen, onChanged, onAllFailed }: EndpointCardProps) {
  const { url, types, attempts, failedDeliveries } = endpoint;
  const failed = failedDeliveries.nodes.length;
  const isActive = endpoint.state === "ACTIVE";
  return (
    <li className={`sheet raised pad stack-3 ${keys["item"]} ${keys["card"]} ${styles["card"]}`}>
      <h3 className={styles["url"]}>{url}</h3>
      <Chip isGood={isActive} icon={isActive ? "check" : "warning"} className={`start ${styles["state"]}`}>
        {stateNames[endpoint.state]}
      </Chip>
      <Trouble of={endpoint} onChanged={onChanged} />
      <ul className={`wrap ${keys["scopes"]} ${styles["types"]}`} aria-label="Types of events">
        {types.length === partnerEventTypes.length ? (
          <li>all events</li>
        ) : (
          types.map((type) => <li key={type}>{eventLabels[type].name}</li>)
        )}
      </ul>
      <Actions of={endpoint} onOpen={onOpen} onChanged={onChanged} />
      <div className={styles["records"]}>
        <Disclosure
          summary={attempts[0] ? `Attempts, newest: ${toResultText(attempts[0])}` : "Attempts: none yet"}
        >
          <Attempts of={attempts} />
        </Disclosure>
        <Disclosure
          summary={`Failed deliveries: ${failed === 0 ? "none" : failed}${failedDeliveries.hasNextPage ? " and more" : ""}`}
        >
          <FailedDeliveries of={endpoint} onChanged={onChanged} onAll={onAllFailed} />
        </Disclosure>
      </div>
    </li>
  );
}

const stateNames: Record<WebhookState, string> = {
  ACTIVE: "Active",
  FAILING: "Failing",
  PAUSED: "Paused",
  ENDED: "Ended",
};

/** Explains why an endpoint does not receive events, and what to do. */
function Trouble({ of, onChanged }: Pick<EndpointCardProps, "of" | "onChanged">) {
  const { endpointId, url, failingSince, pausedAt } = of;
  const [updateEndpoint] = useUpdateWebhookEndpointMutation();
  const { violations, isBusy, send } = useSending();
  const toast = useToast();
  const resume = async () => {
    if (!(await send(() => updateEndpoint({ variables: { input: { endpointId } } })))) return;
    await onChanged();
    toast.success("The endpoint is active again. Deliver what it missed from its failed deliveries.");
  };
  if (!failingSince) return null;
  const since = <span className="numbers">{formatMoment(failingSince)}</span>;
  return (
    <div className="stack-2 all-columns">
      <InlineAlerts of={violations} />
      {pausedAt ? (
        <>
          <InlineAlert tone="warning">
            Paused on <span className="numbers">{formatMoment(pausedAt)}</span>, because every attempt had
            failed since {since}. Nothing is sent to it. Repair your server, resume the endpoint, and deliver
            the events that it missed.
          </InlineAlert>
          <Button className="start" busy={isBusy} onClick={() => void resume()}>
            Resume<span className="visually-hidden"> {url}</span>
          </Button>
        </>
      ) : (
        <InlineAlert tone="info">
          Attempts have failed since {since} and continue. The endpoint is paused after {pauseAfterDays} days
          without a success.
        </InlineAlert>
      )}
    </div>
  );
}

function Actions({ of, onOpen, onChanged }: Pick<EndpointCardProps, "of" | "onOpen" | "onChanged">) {
  const { endpointId, url } = of;
  const [result, setResult] = useState<WebhookAttemptPartsFragment>();
  const [ping] = usePartnerPingMutation();
  const { violations, isBusy, send } = useSending();
  const test = async () => {
    setResult(undefined);
    const sent = await send(() => ping({ variables: { input: { endpointId } } }));
    setResult(sent?.attempt ?? undefined);
    await onChanged();
  };
  const hidden = <span className="visually-hidden"> {url}</span>;
  return (
    <>
      <div className={`wrap gap-2 ${keys["actions"]} ${styles["actions"]}`}>
        <Button variant="secondary" busy={isBusy} onClick={() => void test()}>
          Send a test event<span className="visually-hidden"> to {url}</span>
        </Button>
        <Button variant="secondary" onClick={() => onOpen("change")}>
          Change{hidden}
        </Button>
        <Button variant="secondary" onClick={() => onOpen("rotate")}>
          Rotate the secret<span className="visually-hidden"> of {url}</span>
        </Button>
        <Button variant="quiet" onClick={() => onOpen("end")}>
          End{hidden}
        </Button>
      </div>
      <div className="all-columns">
        <InlineAlerts of={violations} />
        {result && <TestResult of={result} />}
      </div>
    </>
  );
}

function TestResult({ of }: { of: WebhookAttemptPartsFragment }) {
  const { status, error, durationMs, excerpt } = of;
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <InlineAlert tone={isGood ? "success" : "danger"}>
      {status === null
        ? `Your server did not respond to the test event: ${error} after ${durationMs} ms.`
        : `Your server responded to the test event with ${status} after ${durationMs} ms.${isGood ? "" : " Respond with a status from 200 to 299."}`}
      {excerpt && <code className={`anywhere ${styles["excerpt"]}`}>{excerpt}</code>}
    </InlineAlert>
  );
}
