import { useState } from "react";
import { maxEndpoints } from "../../../server/modules/partner/webhook/webhook.rules";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog";
import { Dialog } from "../../components/dialog/Dialog";
import { Disclosure } from "../../components/Disclosure";
import { Outdated, Pending } from "../../components/feedback/PageFailure";
import { EmptyState, SkeletonCard } from "../../components/feedback/Skeleton";
import { useAnnounce, useToast } from "../../components/feedback/ToastProvider";
import { formatMoment } from "../../lib/days";
import { paths } from "../../paths";
import type { PartnerPartsFragment } from "../operations.generated";
import keys from "../Partner.module.css";
import { EndpointCard } from "./EndpointCard";
import { EndpointForm } from "./EndpointForm";
import {
  useEndWebhookEndpointMutation,
  useWebhookEndpointsQuery,
  type WebhookEndpointPartsFragment,
} from "./operations.generated";
import { RotateSecret } from "./RotateSecret";
import { useConfirmed } from "../useConfirmed";
import styles from "./Webhooks.module.css";

/** Number of failed deliveries listed at first for an endpoint, and the maximum per query. */
const [firstFailed, maxFailed] = [20, 100];

interface Open {
  kind: "add" | "change" | "rotate" | "end";
  endpoint?: WebhookEndpointPartsFragment;
}

/** The endpoints of a partner: active ones as cards, ended ones in a list. */
export function Webhooks({ partner: { partnerId, endedAt } }: { partner: PartnerPartsFragment }) {
  const isEnded = endedAt !== null;
  const [failed, setFailed] = useState(firstFailed);
  const query = useWebhookEndpointsQuery({
    variables: { partnerId, failed },
    fetchPolicy: "cache-and-network",
    // Skipped for a partner that has ended, because the server would reject the query.
    skip: isEnded,
  });
  const { error, refetch } = query;
  const reload = () => refetch().catch(() => undefined);
  const endpoints = isEnded ? [] : (query.data ?? query.previousData)?.webhookEndpoints;
  const [open, setOpen] = useState<Open>();
  const active = endpoints?.filter(({ state }) => state !== "ENDED") ?? [];
  return (
    <section aria-labelledby="webhooks" className="stack-4">
      <div className={`cluster ${keys["head"]}`}>
        <h2 id="webhooks">Webhooks</h2>
        {endpoints && (
          <>
            <span className="small numbers">
              {active.length} of {maxEndpoints}
            </span>
            <span className={`wrap gap-2 ${styles["head"]}`}>
              {active.length > 0 && <Refresh refetch={refetch} />}
              {!isEnded && (
                <Button disabled={active.length >= maxEndpoints} onClick={() => setOpen({ kind: "add" })}>
                  Add an endpoint
                </Button>
              )}
            </span>
          </>
        )}
      </div>
      {!endpoints && (
        <Pending error={error} refetch={refetch}>
          <SkeletonCard rows={3} />
        </Pending>
      )}
      {endpoints && error && <Outdated error={error} refetch={refetch} />}
      {endpoints && active.length === 0 && <NoEndpoint isEnded={isEnded} />}
      {active.length > 0 && (
        <ul className="stack-3">
          {active.map((endpoint) => (
            <EndpointCard
              key={endpoint.endpointId}
              of={endpoint}
              onOpen={(kind) => setOpen({ kind, endpoint })}
              onChanged={reload}
              onAllFailed={failed < maxFailed ? () => setFailed(maxFailed) : undefined}
            />
          ))}
        </ul>
      )}
      <Ended endpoints={endpoints?.filter(({ state }) => state === "ENDED") ?? []} />
      <Dialogs partnerId={partnerId} open={open} onClose={() => setOpen(undefined)} onChanged={reload} />
    </section>
  );
}

function Refresh({ refetch }: { refetch: () => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false);
  const announce = useAnnounce();
  const toast = useToast();
  const refresh = async () => {
    setBusy(true);
    await refetch().then(
      () => announce("The endpoints are up to date"),
      () => toast.error("We could not load the endpoints. Please try again."),
    );
    setBusy(false);
  };
  return (
    <Button variant="quiet" busy={isBusy} onClick={() => void refresh()}>
      Refresh
    </Button>
  );
}

function NoEndpoint({ isEnded }: { isEnded: boolean }) {
  if (isEnded) return <p className="muted">Nothing is sent to a partner that has ended.</p>;
  return (
    <EmptyState title="No endpoint yet.">
      <p>
        An endpoint is a URL of your server. We send the changes of your applications to it as events, so that
        your programs need not ask for them. Read{" "}
        <a href={`${paths.developers()}/events`}>how to receive and verify events</a>, then add your endpoint.
      </p>
    </EmptyState>
  );
}

function Ended({ endpoints }: { endpoints: readonly WebhookEndpointPartsFragment[] }) {
  if (endpoints.length === 0) return null;
  const summary = endpoints.length === 1 ? "1 ended endpoint" : `${endpoints.length} ended endpoints`;
  return (
    <Disclosure summary={summary}>
      <ul className="stack-2 ruled">
        {endpoints.map(({ endpointId, url, endedAt, attempts }) => (
          <li key={endpointId} className={`stack-x-4 ${keys["ended"]}`}>
            <span className={styles["url"]}>{url}</span>
            <span className="small">{attempts[0]?.status === 410 && "It responded with 410"}</span>
            <span className="small numbers">Ended {endedAt && formatMoment(endedAt)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

interface DialogsProps {
  partnerId: string;
  open: Open | undefined;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

function Dialogs({ partnerId, open, onClose, onChanged }: DialogsProps) {
  const [endEndpoint] = useEndWebhookEndpointMutation();
  const confirmed = useConfirmed(onChanged);
  const end = ({ endpointId }: WebhookEndpointPartsFragment) =>
    confirmed(endEndpoint({ variables: { input: { endpointId } } }), "The endpoint has ended");
  const { kind, endpoint } = open ?? {};
  return (
    <>
      <Dialog
        open={kind === "add" || kind === "change"}
        onClose={onClose}
        title={endpoint ? "Change the endpoint" : "Add an endpoint"}
      >
        <EndpointForm changing={endpoint} {...{ partnerId, onClose, onChanged }} />
      </Dialog>
      <Dialog open={kind === "rotate"} onClose={onClose} title="Rotate the secret">
        {endpoint && <RotateSecret of={endpoint} {...{ onClose, onChanged }} />}
      </Dialog>
      <ConfirmDialog
        open={kind === "end"}
        onClose={onClose}
        title="End this endpoint?"
        keep="Keep it"
        confirm="End the endpoint"
        act={() => end(endpoint!)}
      >
        <p>
          Nothing is sent to <strong className={styles["url"]}>{endpoint?.url}</strong> any more. An ended
          endpoint cannot be used again. Your programs can still read all events with{" "}
          <code>partnerEvents</code>.
        </p>
      </ConfirmDialog>
    </>
  );
}
