import { randomUUID } from "node:crypto";
import { In, IsNull, MoreThan, Not, type EntityManager } from "typeorm";
import type { WebhookResult } from "../../../core/webhookPort";
import { insertRow } from "../../../platform/db/changes";
import { findBy, findWhere, insertInto, updateWhere } from "../../../platform/db/entityQueries";
import { findRow, queryRows, type RowSource } from "../../../platform/db/rowSource";
import type { PartnerEventEntity } from "../event/partnerEvent.entity";
import type { PartnerEventType } from "../event/partnerEvent.rules";
import { WebhookAttemptEntity, WebhookDeliveryEntity, WebhookEndpointEntity } from "./webhook.entity";
import { maxAttemptsListed } from "./webhook.rules";

export const insertEndpoint = insertInto(WebhookEndpointEntity);
export const findEndpoint = findBy(WebhookEndpointEntity, "endpointId");

const findOneEndpoint = findWhere(WebhookEndpointEntity);

export const findEndpointOf = (db: EntityManager, partnerIds: readonly string[], endpointId: string) =>
  findOneEndpoint(db, { endpointId, partnerId: In([...partnerIds]) });

/** Returns the endpoints of a partner, oldest first, including those that ended after `endedAfter`. */
export async function findEndpoints(db: EntityManager, partnerId: string, endedAfter: Date) {
  return db.find(WebhookEndpointEntity, {
    where: [
      { partnerId, endedAt: IsNull() },
      { partnerId, endedAt: MoreThan(endedAfter.toISOString()) },
    ],
    order: { createdAt: "ASC", endpointId: "ASC" },
  });
}

export async function findActiveEndpoints(db: EntityManager, partnerIds: readonly string[]) {
  const isActive = { endedAt: IsNull(), pausedAt: IsNull() };
  return db.findBy(WebhookEndpointEntity, { partnerId: In([...partnerIds]), ...isActive });
}

export async function countEndpoints(db: EntityManager, partnerId: string): Promise<number> {
  return db.countBy(WebhookEndpointEntity, { partnerId, endedAt: IsNull() });
}

/** True if the partner has another endpoint with the same URL that has not ended. */
export async function hasTwin(db: EntityManager, endpoint: WebhookEndpointEntity): Promise<boolean> {
  const { endpointId, partnerId, url } = endpoint;
  const isOther = { endedAt: IsNull(), endpointId: Not(endpointId) };
  return db.existsBy(WebhookEndpointEntity, { partnerId, url, ...isOther });
}

export const changeEndpoint = updateWhere(WebhookEndpointEntity);

export const insertDeliveries = insertInto(WebhookDeliveryEntity);
const changeDeliveries = updateWhere(WebhookDeliveryEntity);

const columns = `"deliveryId", "endpointId", "partnerEventId", state, attempts, "nextTryAt", "createdAt"`;

/**
 * Makes events of a partner due for an endpoint again, with no attempts counted yet; returns their number. Skips events
 * that are being sent.
 */
export async function replayEvents(
  transaction: EntityManager,
  endpoint: Pick<WebhookEndpointEntity, "endpointId" | "partnerId">,
  which: { eventId: string } | { from: string; to: string; types: readonly PartnerEventType[] },
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const at = now.toISOString();
  const { endpointId, partnerId } = endpoint;
  const [where, values] =
    "eventId" in which
      ? [`"partnerEventId" = ?`, [which.eventId]]
      : [
          `at >= ? AND at <= ? AND type IN (${which.types.map(() => "?").join(", ")})`,
          [which.from, which.to, ...which.types],
        ];
  const sent = await queryRows(
    transaction,
    `INSERT INTO webhook_delivery (${columns})
     SELECT CAST(? AS text) || ':' || "partnerEventId", CAST(? AS text), "partnerEventId", 'DUE', 0,
       CAST(? AS text), CAST(? AS text)
     FROM partner_event WHERE "partnerId" = ? AND number IS NOT NULL AND ${where} ORDER BY number LIMIT ?
     ON CONFLICT ("deliveryId") DO UPDATE SET state = 'DUE', attempts = 0,
       "nextTryAt" = excluded."nextTryAt", "closedAt" = NULL
     WHERE webhook_delivery."leasedUntil" IS NULL OR webhook_delivery."leasedUntil" < excluded."nextTryAt"
     RETURNING 1 AS sent`,
    [endpointId, endpointId, at, at, partnerId, ...values, limit],
  );
  return sent.length;
}

export type DueDelivery = Pick<WebhookDeliveryEntity, "deliveryId" | "endpointId" | "attempts"> &
  Pick<WebhookEndpointEntity, "url" | "secretsSealed"> &
  PartnerEventEntity;

const joinPartner = `JOIN partner ON partner."partnerId" = endpoint."partnerId"`;
const hasNotEnded = `endpoint."endedAt" IS NULL AND partner."endedAt" IS NULL`;
const isOpen = `endpoint."pausedAt" IS NULL AND ${hasNotEnded}`;

/** Returns the first due deliveries of each endpoint; failing endpoints come last. */
export async function findDue(
  source: RowSource,
  now: Date,
  { perEndpoint, limit }: { perEndpoint: number; limit: number },
): Promise<DueDelivery[]> {
  const sql = `SELECT event.*, delivery."deliveryId", delivery."endpointId", delivery.attempts, endpoint.url,
      endpoint."secretsSealed"
    FROM webhook_endpoint endpoint ${joinPartner}
    JOIN webhook_delivery delivery ON delivery."deliveryId" IN (
      SELECT due."deliveryId" FROM webhook_delivery due
      WHERE due."endpointId" = endpoint."endpointId" AND due.state = 'DUE' AND due."nextTryAt" <= ?
      ORDER BY due."nextTryAt" LIMIT ?)
    JOIN partner_event event ON event."partnerEventId" = delivery."partnerEventId"
    WHERE ${isOpen}
    ORDER BY CASE WHEN endpoint."failingSince" IS NULL THEN 0 ELSE 1 END, delivery."nextTryAt" LIMIT ?`;
  return queryRows<DueDelivery>(source, sql, [now.toISOString(), perEndpoint, limit]);
}

/** Returns when the delivery job next has work: a past time if work is due, undefined if there is none. */
export async function findNextWork(source: RowSource): Promise<string | undefined> {
  const sql = `SELECT (SELECT at FROM partner_event WHERE number IS NULL ORDER BY position LIMIT 1) AS event,
    (SELECT min(endpoint."noticeDueAt") FROM webhook_endpoint endpoint ${joinPartner}
     WHERE endpoint."noticeDueAt" IS NOT NULL AND ${hasNotEnded}) AS notice,
    (SELECT min((SELECT min(due."nextTryAt") FROM webhook_delivery due
       WHERE due."endpointId" = endpoint."endpointId" AND due.state = 'DUE'))
     FROM webhook_endpoint endpoint ${joinPartner}
     WHERE ${isOpen}) AS delivery`;
  const times = (await findRow<Record<string, string | null>>(source, sql, []))!;
  return Object.values(times)
    .filter((time) => time !== null)
    .toSorted()[0];
}

export async function countInFlight(source: RowSource, now: Date): Promise<Map<string, number>> {
  const rows = await queryRows<{ endpointId: string; count: number }>(
    source,
    `SELECT "endpointId", count(*) AS count FROM webhook_delivery
     WHERE state = 'DUE' AND "leasedUntil" > ? GROUP BY "endpointId"`,
    [now.toISOString()],
  );
  return new Map(rows.map(({ endpointId, count }) => [endpointId, Number(count)]));
}

/** Leases deliveries to this process. Returns the ids of those that were still due. */
export async function leaseDeliveries(
  transaction: EntityManager,
  deliveryIds: readonly string[],
  until: Date,
): Promise<string[]> {
  const rows = await queryRows<{ deliveryId: string }>(
    transaction,
    `UPDATE webhook_delivery SET "leasedUntil" = ?, "nextTryAt" = ?
     WHERE state = 'DUE' AND "deliveryId" IN (${deliveryIds.map(() => "?").join(", ")})
     RETURNING "deliveryId"`,
    [until.toISOString(), until.toISOString(), ...deliveryIds],
  );
  return rows.map(({ deliveryId }) => deliveryId);
}

/** Ends all leases. Called when the only process starts, because the previous one may have been killed. */
export async function endLeases(transaction: EntityManager, now: Date): Promise<void> {
  const sql = `UPDATE webhook_delivery SET "leasedUntil" = NULL, "nextTryAt" = ?
    WHERE state = 'DUE' AND "leasedUntil" IS NOT NULL`;
  await queryRows(transaction, sql, [now.toISOString()]);
}

/** Changes a delivery if this process still holds its lease. */
export const changeLeased = (
  transaction: EntityManager,
  { deliveryId, leasedUntil }: { deliveryId: string; leasedUntil: Date },
  changes: Partial<WebhookDeliveryEntity>,
) => {
  const lease = { deliveryId, state: "DUE" as const, leasedUntil: leasedUntil.toISOString() };
  return changeDeliveries(transaction, lease, { ...changes, leasedUntil: null });
};

/** Gives up all deliveries to an endpoint that is paused or has ended. */
export async function giveUpDeliveries(
  transaction: EntityManager,
  endpointId: string,
  now: Date,
): Promise<void> {
  const sql = `UPDATE webhook_delivery SET state = 'FAILED', "leasedUntil" = NULL, "closedAt" = ?
    WHERE "endpointId" = ? AND state = 'DUE'`;
  await queryRows(transaction, sql, [now.toISOString(), endpointId]);
}

export async function countDueDeliveries(source: RowSource, now: Date): Promise<number> {
  const sql = `SELECT count(*) AS count FROM webhook_delivery delivery
    JOIN webhook_endpoint endpoint ON endpoint."endpointId" = delivery."endpointId" ${joinPartner}
    WHERE delivery.state = 'DUE' AND delivery."nextTryAt" <= ? AND ${isOpen}`;
  return Number((await findRow<{ count: number }>(source, sql, [now.toISOString()]))!.count);
}

export type FailedDelivery = WebhookDeliveryEntity & { type: PartnerEventType };

/** Returns failed deliveries after the sort key `after`, newest first. */
export async function findFailed(
  source: RowSource,
  endpointId: string,
  { limit, after }: { limit: number; after?: readonly string[] | undefined },
): Promise<FailedDelivery[]> {
  const behind = after ? `AND (delivery."closedAt", delivery."deliveryId") < (?, ?)` : "";
  return queryRows<FailedDelivery>(
    source,
    `SELECT delivery.*, event.type FROM webhook_delivery delivery
     JOIN partner_event event ON event."partnerEventId" = delivery."partnerEventId"
     WHERE delivery."endpointId" = ? AND delivery.state = 'FAILED' ${behind}
     ORDER BY delivery."closedAt" DESC, delivery."deliveryId" DESC LIMIT ?`,
    [endpointId, ...(after ?? []), limit],
  );
}

/** Stores an attempt or a ping, and deletes attempts that are no longer listed. */
export async function insertAttempt(
  transaction: EntityManager,
  { endpointId, partnerEventId }: { endpointId: string; partnerEventId: string | null },
  { status, error, durationMs, excerpt }: WebhookResult,
  now: Date,
): Promise<void> {
  const about = { attemptId: randomUUID(), endpointId, partnerEventId, at: now.toISOString() };
  await insertRow(transaction, "webhook_attempt", { ...about, status, error, durationMs, excerpt });
  await queryRows(
    transaction,
    `DELETE FROM webhook_attempt WHERE "endpointId" = ? AND "attemptId" NOT IN (
       SELECT "attemptId" FROM webhook_attempt WHERE "endpointId" = ?
       ORDER BY at DESC, "attemptId" DESC LIMIT ?)`,
    [endpointId, endpointId, maxAttemptsListed],
  );
}

/** Returns the attempts of an endpoint, newest first. */
export async function findAttempts(db: EntityManager, endpointId: string): Promise<WebhookAttemptEntity[]> {
  const order = { at: "DESC", attemptId: "DESC" } as const;
  return db.find(WebhookAttemptEntity, { where: { endpointId }, order, take: maxAttemptsListed });
}

/** An endpoint whose partner has to be informed of its pause. */
export type DueNotice = Pick<WebhookEndpointEntity, "endpointId" | "url"> & {
  noticeDueAt: string;
  email: string;
};

export async function findDueNotices(source: RowSource, now: Date): Promise<DueNotice[]> {
  const sql = `SELECT endpoint."endpointId", endpoint.url, endpoint."noticeDueAt", partner.email
    FROM webhook_endpoint endpoint ${joinPartner}
    WHERE endpoint."noticeDueAt" <= ? AND ${hasNotEnded} LIMIT 10`;
  return queryRows<DueNotice>(source, sql, [now.toISOString()]);
}

/** True if a delivery of the event to the endpoint is due or in flight. */
export async function isDelivering(db: EntityManager, endpointId: string, partnerEventId: string) {
  return db.existsBy(WebhookDeliveryEntity, { endpointId, partnerEventId, state: "DUE" });
}
