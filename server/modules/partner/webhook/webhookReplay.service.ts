/**
 * Lists and replays deliveries to an endpoint. Guards: only members and keys with the scope `webhooks` have access.
 * Calls: the delivery job, which sends them.
 */
import type { Platform } from "../../../platform/adapters/Platform";
import { DomainError, notFound } from "../../../core/errors";
import { checkFirst, ListCursors, makePage } from "../../../core/paging";
import { requirePerson, type Principal } from "../../../core/principal";
import { toEventName } from "../event/partnerEvent.rules";
import type { WebhookEndpointEntity } from "./webhook.entity";
import * as webhooks from "./webhook.repository";
import { maxReplayed } from "./webhook.rules";
import type { WebhookDeliveryService } from "./webhookDelivery.service";
import { getOwnEndpoint } from "./webhookEndpoint.service";

type Replay = Partial<Record<"eventId" | "from" | "to", string | null>> & { endpointId: string };

const cursors = new ListCursors("failedDeliveries", ["time", "text"]);

export class WebhookReplayService {
  constructor(
    private readonly deps: Pick<Platform, "db" | "clock"> & { webhookDelivery: WebhookDeliveryService },
  ) {}

  /** Returns the last attempts, newest first. The caller has checked access to the endpoint. */
  async listAttempts({ endpointId }: Pick<WebhookEndpointEntity, "endpointId">) {
    const attempts = await webhooks.findAttempts(this.deps.db.read, endpointId);
    return attempts.map(({ partnerEventId: eventId, ...attempt }) => ({ eventId, ...attempt }));
  }

  /** Returns a page of failed deliveries, newest first. The caller has checked access to the endpoint. */
  async pageFailed(
    { endpointId }: Pick<WebhookEndpointEntity, "endpointId">,
    { first, after }: { first: number; after?: string | null },
  ) {
    const size = checkFirst(first);
    const rows = await webhooks.findFailed(this.deps.db.rows, endpointId, {
      limit: size + 1,
      after: after ? cursors.decode(after) : undefined,
    });
    const { nodes, pageInfo } = makePage(rows, size, ({ closedAt, deliveryId }) =>
      cursors.encode([closedAt!, deliveryId]),
    );
    const deliveries = nodes.map(({ partnerEventId: eventId, type, attempts, lastResult, closedAt }) => ({
      eventId,
      type: toEventName(type),
      attempts,
      lastResult,
      failedAt: closedAt!,
    }));
    return { nodes: deliveries, ...pageInfo };
  }

  /** Replays one event, or all events of a period; returns their number. Throws NOT_FOUND, REQUIRED, INVALID_STATE. */
  async replay(caller: Principal, { endpointId, eventId, from, to }: Replay): Promise<number> {
    requirePerson(caller, "partnerReplay");
    const { clock, db, webhookDelivery } = this.deps;
    const replayed = await db.write(async (transaction) => {
      const endpoint = await getOwnEndpoint(transaction, caller, endpointId);
      if (endpoint.endedAt !== null || endpoint.pausedAt !== null)
        throw new DomainError("INVALID_STATE", "Nothing is sent to an endpoint that has ended or is paused");
      if (!eventId && !from)
        throw new DomainError("REQUIRED", "Send an event's id, or the beginning of a period", {
          field: "eventId",
        });
      const now = clock.now();
      const period = {
        from: from ? new Date(from).toISOString() : "",
        to: (to ? new Date(to) : now).toISOString(),
        types: endpoint.types,
      };
      const which = eventId ? { eventId } : period;
      const count = await webhooks.replayEvents(transaction, endpoint, which, { now, limit: maxReplayed });
      if (!eventId || count > 0) return count;
      // While the event is being sent, a repeated call finds nothing to replay, which is not an error.
      if (!(await webhooks.isDelivering(transaction, endpointId, eventId))) throw notFound();
      return 1;
    });
    webhookDelivery.wake();
    return replayed;
  }
}
