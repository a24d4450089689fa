import { findRow, queryRows, type RowSource } from "../../../platform/db/rowSource";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { owedRequestsSql } from "../../payment/refund/refund.reads";
import type { Day } from "../../../core/day.rules";
import { oursToDo, type QueueCondition, type QueuedMoney } from "./queue.rules";

/** The sort key of the last row of a page. */
export type QueueKey = Pick<VisaRequestEntity, "expectedDate" | "visaRequestId">;

/** The value to search for: a reference number, a mobile number, or the blind indexes of a passport number. */
export type SearchKey = { visaReferenceNo: string } | { mobile: string } | { passportIndexes: string[] };

/**
 * The condition of the partial indexes (`migrations/baseline/indexes`). Has to be the same text as there, or the
 * indexes are not used.
 */
const inQueue = `"visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`;

/** Queries that find the applications with money due or with a money task, which are few and indexed. */
const moneySql: Readonly<Record<QueuedMoney, string>> = {
  DUE: owedRequestsSql,
  TO_DECIDE: `SELECT "visaRequestId" FROM money_task WHERE "closedAt" IS NULL`,
};

export type Statement = readonly [sql: string, values: string[]];

/**
 * Returns a page of the queue as one ordered index scan. Names the index, because without statistics SQLite would sort
 * all rows of a status for every page. The cursor is the only lower bound, because with two of them SQLite may start
 * the scan at the wrong one. Rows that wait for staff are scanned per status, because a scan of the whole queue would
 * first pass the rows that wait for travellers, which are the oldest.
 */
export function queueStatement(
  condition: QueueCondition,
  { after, limit }: { after?: QueueKey; limit: number },
): Statement {
  const { status, isOursToDo, countryName, expectedFrom, expectedTo, assignedStaffId, money } = condition;
  if (isOursToDo && status === null && money === null)
    return mergeInOrder(
      oursToDo.map((one) => queueStatement({ ...condition, status: one }, { after, limit })),
      limit,
    );
  const where = new Where();
  if (money !== null) where.and(`"visaRequestId" IN (${moneySql[money]})`);
  if (status !== null) where.and(`"visaRequestStatus" = ?`, status);
  else if (money === null || isOursToDo) where.and(inQueue);
  if (isOursToDo && status === null) where.and(`"visaRequestStatus" <> 'ACTION_REQUIRED'`);
  if (countryName !== null) where.and(`"countryName" = ?`, countryName);
  if (assignedStaffId === null) where.and(`"assignedStaffId" IS NULL`);
  else if (assignedStaffId !== undefined) where.and(`"assignedStaffId" = ?`, assignedStaffId);
  const isBehindFrom = after !== undefined && (expectedFrom === null || after.expectedDate >= expectedFrom);
  if (isBehindFrom) where.andBehind(after);
  else if (expectedFrom !== null) where.and(`"expectedDate" >= ?`, expectedFrom);
  if (expectedTo !== null) where.and(`"expectedDate" <= ?`, expectedTo);
  // Needs no index for the order, because these rows are so few that sorting them is cheap.
  if (money !== null) return inOrder("visa_request", where, limit);
  return inOrder(`visa_request INDEXED BY ${indexFor(condition)}`, where, limit);
}

/** Prefers the smaller set: a staff member has fewer cases than a country, but nearly all cases may be unassigned. */
function indexFor({ status, countryName, assignedStaffId }: QueueCondition): string {
  const start = status === null ? "visa_request_on_desk" : "visa_request_queue";
  if (typeof assignedStaffId === "string") return `${start}_by_staff`;
  if (countryName !== null) return `${start}_by_country`;
  return assignedStaffId === null ? `${start}_by_staff` : start;
}

/** Whether the contact's account is archived, so that its number may belong to another person now. */
const isContactArchived = `EXISTS (SELECT 1 FROM user_account contact
  WHERE contact."userId" = coalesce(visa_request."followerId", visa_request."userId")
    AND contact."formerNumber" IS NOT NULL)`;

const accountOfNumber = `SELECT "userId" FROM user_account WHERE "phoneNumber" = ?`;

/** Returns a search of all applications. Sorting is cheap, because few of them have the same number. */
export function searchStatement(
  key: SearchKey,
  { after, limit }: { after?: QueueKey; limit: number },
): Statement {
  const where = new Where();
  if ("visaReferenceNo" in key) where.and(`"visaReferenceNo" = ?`, key.visaReferenceNo);
  else if ("mobile" in key)
    // Matches the contact at creation, unless staff do not see it (`findContact`), or the current number of the owner or
    // follower.
    where.and(
      `(mobile = ? AND NOT ${isContactArchived}
        OR "userId" IN (${accountOfNumber}) OR "followerId" IN (${accountOfNumber}))`,
      ...Array<string>(3).fill(key.mobile),
    );
  else
    where.and(
      `"visaRequestId" IN (SELECT "visaRequestId" FROM visa_applicant
       WHERE "passportNumberIndex" IN (${key.passportIndexes.map(() => "?").join(", ")}))`,
      ...key.passportIndexes,
    );
  if (after) where.andBehind(after);
  return inOrder("visa_request", where, limit);
}

/** Returns rows without mapping, because the columns have the entity's names and types. */
export async function findQueued(source: RowSource, [sql, values]: Statement): Promise<VisaRequestEntity[]> {
  return queryRows<VisaRequestEntity>(source, sql, values);
}

class Where {
  readonly conditions: string[] = [];
  readonly values: string[] = [];

  and(condition: string, ...values: string[]): void {
    this.conditions.push(condition);
    this.values.push(...values);
  }

  andBehind({ expectedDate, visaRequestId }: QueueKey): void {
    this.and(`("expectedDate", "visaRequestId") > (?, ?)`, expectedDate, visaRequestId);
  }
}

function inOrder(from: string, { conditions, values }: Where, limit: number): Statement {
  const sql = `SELECT * FROM ${from} WHERE ${conditions.join(" AND ")}
    ORDER BY "expectedDate", "visaRequestId" LIMIT ${limit}`;
  return [sql, values];
}

/** Merges the first `limit` rows of each statement in order. */
function mergeInOrder(statements: readonly Statement[], limit: number): Statement {
  const parts = statements.map(([sql], at) => `SELECT * FROM (${sql}) AS part${at}`).join(" UNION ALL ");
  const sql = `${parts} ORDER BY "expectedDate", "visaRequestId" LIMIT ${limit}`;
  return [sql, statements.flatMap(([, values]) => values)];
}

export type QueueCounts = Record<
  | "submitted"
  | "processing"
  | "actionRequired"
  | "overdue"
  | "mine"
  | "unassigned"
  | "moneyDue"
  | "moneyToDecide",
  number
>;

/**
 * Sums the rows that triggers maintain, which stay few: their number depends on days and staff, not on applications.
 * Applications with money due or with a money task are few, and are counted directly.
 */
export const countsSql = `
  SELECT counted.*,
    (SELECT count(*) FROM visa_request WHERE "visaRequestId" IN (${moneySql.DUE})) AS "moneyDue",
    (SELECT count(*) FROM visa_request WHERE "visaRequestId" IN (${moneySql.TO_DECIDE})) AS "moneyToDecide"
  FROM (
    SELECT ${sumWhere(`"visaRequestStatus" = 'SUBMITTED'`)} AS submitted,
      ${sumWhere(`"visaRequestStatus" = 'PROCESSING'`)} AS processing,
      ${sumWhere(`"visaRequestStatus" = 'ACTION_REQUIRED'`)} AS "actionRequired",
      ${sumWhere(`"visaRequestStatus" <> 'ACTION_REQUIRED' AND "expectedDate" < ?`)} AS overdue,
      ${sumWhere(`"assignedStaffId" = ?`)} AS mine,
      ${sumWhere(`"assignedStaffId" = ''`)} AS unassigned
    FROM queue_count) AS counted`;

const place = `"visaRequestStatus", "expectedDate", "assignedStaffId"`;

export async function sumUpCounts(transaction: RowSource): Promise<void> {
  await queryRows(
    transaction,
    `WITH counted AS (DELETE FROM queue_count RETURNING ${place}, applications)
     INSERT INTO queue_count (${place}, applications)
     SELECT ${place}, sum(applications) FROM counted GROUP BY ${place} HAVING sum(applications) <> 0`,
  );
}

function sumWhere(condition: string): string {
  return `coalesce(sum(applications) FILTER (WHERE ${condition}), 0)`;
}

export async function countQueue(
  source: RowSource,
  { staffId, today }: { staffId: string; today: Day },
): Promise<QueueCounts> {
  const counts = await findRow<QueueCounts>(source, countsSql, [today, staffId]);
  return counts!;
}
