import type { EntityManager } from "typeorm";
import { makeChanges, toInsert } from "../../../platform/db/changes";
import { queryRows, type RowSource } from "../../../platform/db/rowSource";
import type { PartnerEventEntity } from "./partnerEvent.entity";
import type { PartnerEventType } from "./partnerEvent.rules";

type NewEvent = Omit<PartnerEventEntity, "position" | "number">;

export async function insertEvents(transaction: EntityManager, events: readonly NewEvent[]): Promise<void> {
  await makeChanges(
    transaction,
    events.map((event) => toInsert("partner_event", event)),
  );
}

/** Returns committed events without a number, in insertion order. */
export async function findUnnumbered(source: RowSource, limit: number): Promise<PartnerEventEntity[]> {
  const sql = "SELECT * FROM partner_event WHERE number IS NULL ORDER BY position LIMIT ?";
  return queryRows<PartnerEventEntity>(source, sql, [limit]);
}

/** Assigns numbers to events in order, continuing from each partner's last number. */
export async function numberEvents(
  transaction: EntityManager,
  events: readonly PartnerEventEntity[],
): Promise<void> {
  const counts = new Map<string, number>();
  const places = events.map(({ position, partnerId }) => {
    const nth = (counts.get(partnerId) ?? 0) + 1;
    counts.set(partnerId, nth);
    return [position, nth];
  });
  const rows = places.map(() => "(CAST(? AS bigint), CAST(? AS bigint))").join(", ");
  const partners = [...counts.keys()];
  await queryRows(
    transaction,
    `WITH place (position, nth) AS (VALUES ${rows}),
       last AS (SELECT "partnerId", coalesce(max(number), 0) AS number FROM partner_event
         WHERE "partnerId" IN (${partners.map(() => "?").join(", ")}) GROUP BY "partnerId")
     UPDATE partner_event SET number = last.number + place.nth FROM place, last
     WHERE partner_event.position = place.position AND partner_event."partnerId" = last."partnerId"`,
    [...places.flat(), ...partners],
  );
}

/** Returns a partner's events with numbers above `after`, oldest first. */
export async function findEventsAfter(
  source: RowSource,
  partnerId: string,
  given: { after: number; since: Date; types: readonly PartnerEventType[]; limit: number },
): Promise<PartnerEventEntity[]> {
  const { after, since, types, limit } = given;
  const ofTypes = types.length > 0 ? `AND type IN (${types.map(() => "?").join(", ")})` : "";
  return queryRows<PartnerEventEntity>(
    source,
    `SELECT * FROM partner_event WHERE "partnerId" = ? AND number > ? AND at >= ? ${ofTypes}
     ORDER BY number LIMIT ?`,
    [partnerId, after, since.toISOString(), ...types, limit],
  );
}

/**
 * Removes at most `limit` old events, but never a partner's last one, from which numbering continues. Returns how
 * many were removed.
 */
export async function removeEvents(
  transaction: EntityManager,
  before: string,
  limit: number,
): Promise<number> {
  const removed = await queryRows(
    transaction,
    `DELETE FROM partner_event WHERE position IN (
       SELECT position FROM partner_event
       WHERE at < ? AND number < (SELECT max(number) FROM partner_event later
         WHERE later."partnerId" = partner_event."partnerId") ORDER BY at LIMIT ?)
     RETURNING 1 AS removed`,
    [before, limit],
  );
  return removed.length;
}
