import { In, LessThan, MoreThan, MoreThanOrEqual, Not, type EntityManager } from "typeorm";
import type { Owners } from "../../core/ownership.rules";
import { makeChanges, toInsert, type Change } from "../../platform/db/changes";
import { findRow, queryRows, type RowSource } from "../../platform/db/rowSource";
import { AuditEventEntity } from "./audit.entity";
import { firstUnchained, type AuditAction } from "./audit.rules";

/**
 * Applies changes and inserts the event that reports them. Without a `sequence`, the event is placed after all
 * chained ones.
 */
export async function insertEvent(
  transaction: EntityManager,
  event: AuditEventEntity | Omit<AuditEventEntity, "sequence">,
  changes: readonly Change[],
): Promise<void> {
  await makeChanges(transaction, [...changes, toInsert("audit_event", event)]);
}

/** Returns the events that are not chained yet, in insertion order. */
export async function findUnchained(source: RowSource, limit: number): Promise<AuditEventEntity[]> {
  const sql = "SELECT * FROM audit_event WHERE sequence >= ? ORDER BY sequence LIMIT ?";
  return queryRows<AuditEventEntity>(source, sql, [firstUnchained, limit]);
}

export async function countUnchained(source: RowSource): Promise<number> {
  const sql = "SELECT count(*) AS count FROM audit_event WHERE sequence >= ?";
  return (await findRow<{ count: number }>(source, sql, [firstUnchained]))!.count;
}

/** Moves events into the chain: changes each `unchained` sequence to its final one and sets the hashes. */
export async function chainEvents(
  transaction: EntityManager,
  places: readonly (Pick<AuditEventEntity, "sequence" | "previousHash" | "hash"> & { unchained: number })[],
): Promise<void> {
  const rows = places.map(() => "(CAST(? AS bigint), CAST(? AS bigint), ?, ?)").join(", ");
  await queryRows(
    transaction,
    `UPDATE audit_event SET sequence = place.sequence, "previousHash" = place."previousHash", hash = place.hash
     FROM (VALUES ${rows}) AS place (unchained, sequence, "previousHash", hash)
     WHERE audit_event.sequence = place.unchained`,
    places.flatMap(({ unchained, sequence, previousHash, hash }) => [
      unchained,
      sequence,
      previousHash,
      hash,
    ]),
  );
}

export async function wasDoneSince(
  db: EntityManager,
  { action, subjectId, actorId }: { action: AuditAction; subjectId: string; actorId: string },
  since: Date,
): Promise<boolean> {
  return db.existsBy(AuditEventEntity, {
    action,
    subjectId,
    actorId,
    at: MoreThanOrEqual(since.toISOString()),
  });
}

/**
 * Maps each user id that acted for one of these accounts to the account: its own id, and those of newer accounts that
 * were merged into it when their user confirmed an identity.
 */
export async function findAccountsByActor(
  db: EntityManager,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const accounts = new Map(accountIds.map((accountId) => [accountId, accountId]));
  let merged = [...accountIds];
  while (merged.length > 0) {
    const events = await db.findBy(AuditEventEntity, { action: "IDENTITY_CONFIRMED", subjectId: In(merged) });
    // In the test world two accounts can have been merged into each other, because an account is reopened by its id.
    const found = events.filter(({ actorId }) => !accounts.has(actorId!));
    for (const { actorId, subjectId } of found) accounts.set(actorId!, accounts.get(subjectId)!);
    merged = found.map(({ actorId }) => actorId!);
  }
  return accounts;
}

/**
 * Returns the newest events of a request, newest first. The options include or exclude actions, and limit the events to
 * those before a sequence. If the actor is an account that was merged into the owner's or the follower's, it is replaced
 * by that account.
 */
export async function findEventsOfRequest(
  db: EntityManager,
  { visaRequestId, userId, followerId }: Owners & { visaRequestId: string },
  {
    only,
    except,
    before,
    limit,
  }: {
    only?: readonly AuditAction[];
    except?: readonly AuditAction[];
    before?: number;
    limit: number;
  },
): Promise<AuditEventEntity[]> {
  const events = await db.find(AuditEventEntity, {
    where: {
      visaRequestId,
      ...(only && { action: In([...only]) }),
      ...(except && { action: Not(In([...except])) }),
      ...(before !== undefined && { sequence: LessThan(before) }),
    },
    order: { sequence: "DESC" },
    take: limit,
  });
  const owners = followerId === null ? [userId] : [userId, followerId];
  if (events.every(({ actorKind, actorId }) => actorKind !== "USER" || owners.includes(actorId!)))
    return events;
  const accounts = await findAccountsByActor(db, owners);
  return events.map((event) => ({ ...event, actorId: accounts.get(event.actorId ?? "") ?? event.actorId }));
}

/**
 * Returns events after the given sequence, oldest first: all, or those about a user's accounts and the requests that the
 * user follows.
 */
export async function findEventsAfter(
  db: EntityManager,
  whose: { ownerUserIds: readonly string[]; followed: readonly string[] } | "ALL",
  { after, limit }: { after: number; limit: number },
): Promise<AuditEventEntity[]> {
  return db.find(AuditEventEntity, {
    where: (whose === "ALL"
      ? [{}]
      : [{ ownerUserId: In([...whose.ownerUserIds]) }, { visaRequestId: In([...whose.followed]) }]
    ).map((about) => ({ ...about, sequence: MoreThan(after) })),
    order: { sequence: "ASC" },
    take: limit,
  });
}

/** Reads the signed head and the last chained sequence in one query, so that they are consistent. */
export async function readEnd(source: RowSource): Promise<{ head: string | null; last: number }> {
  const end = await findRow<{ head: string | null; last: number }>(
    source,
    `SELECT (SELECT value FROM setting WHERE name = 'audit-head') AS head,
            (SELECT coalesce(max(sequence), 0) FROM audit_event WHERE sequence < ?) AS last`,
    [firstUnchained],
  );
  return end!;
}
