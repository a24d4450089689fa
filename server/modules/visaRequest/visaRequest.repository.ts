import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import { findRowsBy, updateWhere } from "../../platform/db/entityQueries";
import { findRow, queryRows, type RowSource } from "../../platform/db/rowSource";
import { makeChanges, toInsert, type Change } from "../../platform/db/changes";
import { mayActOnSql } from "../../core/ownership.rules";
import { DomainError } from "../../core/errors";
import { catalogueVersion } from "../catalogue/catalogue.reads";
import type { UserEntity } from "../user/user.entity";
import { notErasedSql } from "../user/user.reads";
import { VisaRequestEntity, VisaRequestEventEntity } from "./visaRequest.entity";
import { visaRequestStatuses } from "./visaRequest.rules";

/** Returns the request if the user may act on it. */
export async function findOwnRequest(
  source: RowSource,
  visaRequestId: string,
  userId: string,
): Promise<VisaRequestEntity | undefined> {
  const sql = `SELECT * FROM visa_request WHERE "visaRequestId" = ? AND ${mayActOnSql()}`;
  return findRow(source, sql, [visaRequestId, userId, userId]);
}

const hasNoApplicant = `NOT EXISTS (SELECT 1 FROM visa_applicant
  WHERE visa_applicant."visaRequestId" = visa_request."visaRequestId")`;
const notEmptyCancelled = `NOT ("visaRequestStatus" = 'CANCELLED' AND "paymentStatus" = 'PENDING' AND ${hasNoApplicant})`;

interface RequestFilter {
  /** False excludes cancelled requests that were not paid and have no applicant. */
  includeEmptyCancelled?: boolean;
}

const toFilter = ({ includeEmptyCancelled = true }: RequestFilter) =>
  includeEmptyCancelled ? "" : `AND ${notEmptyCancelled}`;

/**
 * The columns with the account ids of the owner and of the follower. Each has an index in the sort order of the list.
 */
const ownerColumns = ["userId", "followerId"] as const;
const newestFirst = `ORDER BY "createdAt" DESC, "visaRequestId" DESC LIMIT ?`;

/**
 * Returns two SELECT statements: for the newest requests of an owner, and of a follower. Each is one index scan. A
 * single statement with OR would sort all requests of a partner, and without ORDER BY, SQLite may scan all requests
 * with a status.
 */
const selectByUser = (condition: string) =>
  ownerColumns.map(
    (column) =>
      `SELECT * FROM (SELECT * FROM visa_request WHERE "${column}" = ? ${condition} ${newestFirst}) AS ${column}`,
  );

/** Returns the requests that a user may act on, newest first; with `after`, only those that follow this sort key. */
export async function findRequestsByUser(
  source: RowSource,
  userId: string,
  { limit, after, ...filter }: RequestFilter & { limit: number; after?: readonly string[] | undefined },
): Promise<VisaRequestEntity[]> {
  const behind = after ? `AND ("createdAt", "visaRequestId") < (?, ?)` : "";
  const values = [userId, ...(after ?? []), limit];
  const sql = `${selectByUser(`${behind} ${toFilter(filter)}`).join(" UNION ALL ")} ${newestFirst}`;
  return queryRows<VisaRequestEntity>(source, sql, [...values, ...values, limit]);
}

/** `isOpenForChanges` in SQL. The index `visa_request_open_by_user` has the same condition. */
const isOpen = `"visaRequestStatus" = 'PENDING' AND "paymentStatus" <> 'PAID'`;

/** Returns a user's request that is open for changes and has this total; undefined unless there is exactly one. */
export async function findOnlyOpenRequest(
  source: RowSource,
  userId: string,
  totalPrice: number,
): Promise<VisaRequestEntity | undefined> {
  const limit = 2;
  const sql = `${selectByUser(`AND ${isOpen} AND "totalPrice" = ?`).join(" UNION ")} LIMIT ?`;
  const values = [userId, totalPrice, limit];
  const found = await queryRows<VisaRequestEntity>(source, sql, [...values, ...values, limit]);
  return found.length === 1 ? found[0] : undefined;
}

/** A user, with the values that decide whether they may start a request. */
type Buyer = UserEntity & { openRequests: number; catalogueVersion: number };

/** Returns the user with the number of their unpaid requests and the catalogue's version in the database. */
export async function findBuyer(source: RowSource, userId: string): Promise<Buyer | undefined> {
  const sql = `SELECT *,
      (SELECT COUNT(*) FROM visa_request WHERE visa_request."userId" = user_account."userId"
        AND ${isOpen}) AS "openRequests",
      ${catalogueVersion} AS "catalogueVersion"
    FROM user_account WHERE "userId" = ? AND ${notErasedSql}`;
  return findRow(source, sql, [userId]);
}

/** Returns the user's newest unpaid request without applicants for the visa. */
export async function findEmptyRequest(
  source: RowSource,
  userId: string,
  visaId: string,
): Promise<VisaRequestEntity | undefined> {
  const sql = `SELECT * FROM visa_request
    WHERE "userId" = ? AND "visaId" = ? AND ${isOpen} AND ${hasNoApplicant}
    ORDER BY "createdAt" DESC, "visaRequestId" DESC LIMIT 1`;
  return findRow(source, sql, [userId, visaId]);
}

export async function findByReference(
  source: RowSource,
  userId: string,
  reference: string | null,
): Promise<VisaRequestEntity | undefined> {
  if (reference === null) return undefined;
  const sql = `SELECT * FROM visa_request WHERE "userId" = ? AND "externalReference" = ?`;
  return findRow(source, sql, [userId, reference]);
}

export async function countRequestsByUser(
  source: RowSource,
  userId: string,
  filter: RequestFilter = {},
): Promise<number> {
  const counts = ownerColumns.map(
    (column) => `(SELECT COUNT(*) FROM visa_request WHERE "${column}" = ? ${toFilter(filter)})`,
  );
  const sql = `SELECT ${counts.join(" + ")} AS count`;
  return Number((await findRow<{ count: number }>(source, sql, [userId, userId]))?.count);
}

/** Returns the inserts of a new request and of the first event in its timeline. */
export function toInserts(request: VisaRequestEntity): Change[] {
  const { visaRequestId, visaRequestStatus: status, createdAt: at } = request;
  return [toInsert("visa_request", request), insertOfEvent({ visaRequestId, status, at, note: null })];
}

const changeRequests = updateWhere(VisaRequestEntity);
const changeEvents = updateWhere(VisaRequestEventEntity);

/**
 * Changes the request by compare-and-set on its version, so that the second of two concurrent changes fails with
 * CONFLICT. Adds a new status to the timeline.
 */
export async function changeRequest(
  transaction: EntityManager,
  read: VisaRequestEntity,
  changes: Partial<Omit<VisaRequestEntity, "visaRequestId" | "version">>,
  { at, note = null }: { at: Date; note?: string | null },
): Promise<void> {
  const { visaRequestId, version, visaRequestStatus } = read;
  const values = { ...changes, version: version + 1, changedAt: at.toISOString() };
  if (!(await changeRequests(transaction, { visaRequestId, version, visaRequestStatus }, values)))
    throw requestChangedMeanwhile();
  const status = changes.visaRequestStatus;
  if (status && status !== visaRequestStatus)
    await makeChanges(transaction, [insertOfEvent({ visaRequestId, status, at: at.toISOString(), note })]);
}

export function requestChangedMeanwhile(): DomainError {
  return new DomainError("CONFLICT", "This application was changed in the meantime. Please try again");
}

export const touchRequest = (transaction: EntityManager, visaRequestId: string, at: Date) =>
  changeRequests(transaction, { visaRequestId }, { changedAt: at.toISOString() });

export async function findDueReminders(
  source: RowSource,
  now: Date,
  limit: number,
): Promise<Pick<VisaRequestEntity, "visaRequestId">[]> {
  const sql = `SELECT "visaRequestId" FROM visa_request
    WHERE "documentReminderAt" <= ? ORDER BY "documentReminderAt" LIMIT ?`;
  return queryRows(source, sql, [now.toISOString(), limit]);
}

export async function takeReminder(
  transaction: EntityManager,
  visaRequestId: string,
  now: Date,
): Promise<VisaRequestEntity | undefined> {
  const sql = `UPDATE visa_request SET "documentReminderAt" = NULL
    WHERE "visaRequestId" = ? AND "documentReminderAt" <= ? RETURNING *`;
  return findRow(transaction, sql, [visaRequestId, now.toISOString()]);
}

function insertOfEvent(event: Omit<VisaRequestEventEntity, "visaRequestEventId">): Change {
  return toInsert("visa_request_event", { visaRequestEventId: randomUUID(), ...event });
}

export const findEvents = findRowsBy(VisaRequestEventEntity, "visaRequestId", { orderBy: "at" });

export const removeNotes = (transaction: EntityManager, visaRequestId: string) =>
  changeEvents(transaction, { visaRequestId }, { note: null });

export async function releaseCasesByStaff(transaction: EntityManager, staffId: string): Promise<void> {
  await queryRows(
    transaction,
    `UPDATE visa_request SET "assignedStaffId" = NULL, "assignedAt" = NULL, version = version + 1
     WHERE "visaRequestStatus" IN (${visaRequestStatuses.map(() => "?").join(", ")}) AND "assignedStaffId" = ?`,
    [...visaRequestStatuses, staffId],
  );
}

export async function moveRequests(
  transaction: EntityManager,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await changeRequests(transaction, { userId: from }, { userId: to });
  await changeRequests(transaction, { followerId: from }, { followerId: to });
}
