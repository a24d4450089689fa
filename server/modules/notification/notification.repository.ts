import { In, Not, type EntityManager } from "typeorm";
import { findBy, findRowsBy, removeBy, updateWhere } from "../../platform/db/entityQueries";
import { insertRow } from "../../platform/db/changes";
import { findRow, queryRows, type RowSource } from "../../platform/db/rowSource";
import type { DueRowsQuery } from "../../platform/db/processDueRows";
import { NotificationEntity } from "./notification.entity";
import type { MessageChannel, MessageEvent } from "./notification.rules";

/**
 * Inserts the message unless one exists for the event, occurrence and channel. All other constraint violations throw: a
 * plain `OR IGNORE` would silently lose a message whose channel the table's CHECK does not allow yet.
 */
export async function insertOnce(transaction: EntityManager, message: NotificationEntity): Promise<void> {
  await insertRow(transaction, "notification", message, {
    unlessThere: ["event", "occurrenceId", "channel"],
  });
}

export function dueMessages(channel: MessageChannel): DueRowsQuery {
  return {
    table: "notification",
    key: "notificationId",
    where: "state = 'DUE' AND channel = ?",
    values: [channel],
  };
}

export const findMessage = findBy(NotificationEntity, "notificationId");
const changeMessages = updateWhere(NotificationEntity);

export const moveMessages = (transaction: EntityManager, { from, to }: { from: string; to: string }) =>
  changeMessages(transaction, { userId: from }, { userId: to });

/** Changes the message if it is still in the state that was read; returns false otherwise. */
export const changeMessage = (
  transaction: EntityManager,
  { notificationId, state }: NotificationEntity,
  changes: Partial<NotificationEntity>,
) => changeMessages(transaction, { notificationId, state }, changes);

export const findUnsent = (
  transaction: EntityManager,
  { visaRequestId, userId }: Pick<NotificationEntity, "visaRequestId" | "userId">,
): Promise<NotificationEntity[]> =>
  transaction.findBy(NotificationEntity, { visaRequestId, userId, state: "DUE" });

export const findMessagesTo = findRowsBy(NotificationEntity, "userId", {
  // The SMS comes before the e-mail of the same occurrence.
  orderBy: `"createdAt", channel DESC`,
});

/** Removes the messages of an occurrence. Removes nothing and returns false if one was attempted. */
export async function removeUnsent(
  transaction: EntityManager,
  { event, occurrenceId }: Pick<NotificationEntity, "event" | "occurrenceId">,
): Promise<boolean> {
  const found = await transaction.findBy(NotificationEntity, { event, occurrenceId });
  if (found.some(({ state, attempts }) => state !== "DUE" || attempts > 0)) return false;
  await transaction.delete(NotificationEntity, { event, occurrenceId });
  return true;
}

/** Removes messages that are due or failed. Sent ones stay. */
export async function removeObsolete(
  transaction: EntityManager,
  { event, occurrenceIds }: { event: MessageEvent; occurrenceIds: readonly string[] },
): Promise<void> {
  await transaction.delete(NotificationEntity, {
    event,
    occurrenceId: In([...occurrenceIds]),
    state: Not("SENT"),
  });
}

/** Removes the message if it is still in the state and addressed to the account that was read. */
export async function removeMessage(
  transaction: EntityManager,
  { notificationId, state, userId }: NotificationEntity,
): Promise<void> {
  await transaction.delete(NotificationEntity, { notificationId, state, userId });
}

export const removeMessagesTo = removeBy(NotificationEntity, "userId");

/** Messages whose contents were cleared cannot be retried, so they are not listed. */
const isListed = `message.state = 'DEAD' AND message."paramsSealed" IS NOT NULL`;

interface FailedMessage extends NotificationEntity {
  visaReferenceNo: string;
}

/** Returns failed messages after the sort key `after`, newest first. */
export async function findFailed(
  db: EntityManager,
  { limit, after }: { limit: number; after?: readonly string[] },
): Promise<FailedMessage[]> {
  const behind = after ? `AND (message."createdAt", message."notificationId") < (?, ?)` : "";
  return queryRows<FailedMessage>(
    db,
    `SELECT message.*, request."visaReferenceNo" FROM notification message
     JOIN visa_request request ON request."visaRequestId" = message."visaRequestId"
     WHERE ${isListed} ${behind}
     ORDER BY message."createdAt" DESC, message."notificationId" DESC LIMIT ?`,
    [...(after ?? []), limit],
  );
}

export async function findRequestOwner(source: RowSource, visaRequestId: string): Promise<string> {
  const sql = `SELECT "userId" FROM visa_request WHERE "visaRequestId" = ?`;
  return (await findRow<{ userId: string }>(source, sql, [visaRequestId]))!.userId;
}

export async function countFailed(db: EntityManager): Promise<number> {
  const sql = `SELECT count(*) AS count FROM notification message WHERE ${isListed}`;
  return (await findRow<{ count: number }>(db, sql))!.count;
}

export async function clearMessages(
  transaction: EntityManager,
  before: string,
  limit: number,
): Promise<number> {
  const cleared = await queryRows(
    transaction,
    `UPDATE notification SET "toSealed" = NULL, "paramsSealed" = NULL WHERE "notificationId" IN (
       SELECT "notificationId" FROM notification
       WHERE state <> 'DUE' AND "paramsSealed" IS NOT NULL AND "createdAt" < ? ORDER BY "createdAt" LIMIT ?)
     RETURNING 1 AS cleared`,
    [before, limit],
  );
  return cleared.length;
}
