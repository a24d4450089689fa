import { findRow, queryRows, type RowSource } from "../../../db/rowSource";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { Day } from "../../visaRequest/day.rules";
import type { QueueCondition, QueuedMoney } from "./queue.rules";

/** Where a page of the queue ended. */
export interface QueueKey {
  expectedDate: Day;
  visaRequestId: string;
}

/** What a search comes down to: one of the three. */
export type SearchKey = { visaReferenceNo: string } | { mobile: string } | { passportIndexes: string[] };

/** The very words of the partial indexes (migration 1763900000000): with other ones they are not taken. */
const inQueue = `"visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`;

/** The applications whose money needs a look: few, and found in an index of their own. */
const moneySql: Readonly<Record<QueuedMoney, string>> = {
  DUE: `SELECT "visaRequestId" FROM payment WHERE outcome = 'REFUND_DUE'`,
  TO_DECIDE: `SELECT "visaRequestId" FROM money_task WHERE "closedAt" IS NULL`,
};

/** What waits for us. */
const oursToDo = ["SUBMITTED", "PROCESSING"] as const;

/** A statement with its values. */
export type Statement = readonly [sql: string, values: string[]];

/**
 * A page of the queue in its order, as one walk along an index. Which index is said by its name: without statistics
 * SQLite takes one of the status alone, reads all that has it, and puts that in order, for every page. Behind a cursor
 * the walk starts there and nowhere else: of two lower bounds SQLite may start at the wrong one. What is ours to do is a
 * walk for each of its states: in one of the whole queue, what waits for travellers lies before it, for it waits longest.
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
  // So few have it that putting them in order costs nothing.
  if (money !== null) return inOrder("visa_request", where, limit);
  return inOrder(`visa_request INDEXED BY ${indexFor(condition)}`, where, limit);
}

/** What somebody has is less than what is for a country; what nobody has may be nearly all. */
function indexFor({ status, countryName, assignedStaffId }: QueueCondition): string {
  const start = status === null ? "visa_request_on_desk" : "visa_request_queue";
  if (typeof assignedStaffId === "string") return `${start}_by_staff`;
  if (countryName !== null) return `${start}_by_country`;
  return assignedStaffId === null ? `${start}_by_staff` : start;
}

/** What a search finds among all applications. So few have the same number that putting them in order costs nothing. */
export function searchStatement(
  key: SearchKey,
  { after, limit }: { after?: QueueKey; limit: number },
): Statement {
  const where = new Where();
  if ("visaReferenceNo" in key) where.and(`"visaReferenceNo" = ?`, key.visaReferenceNo);
  else if ("mobile" in key) where.and("mobile = ?", key.mobile);
  else
    where.and(
      `"visaRequestId" IN (SELECT "visaRequestId" FROM visa_applicant
       WHERE "passportNumberIndex" IN (${key.passportIndexes.map(() => "?").join(", ")}))`,
      ...key.passportIndexes,
    );
  if (after) where.andBehind(after);
  return inOrder("visa_request", where, limit);
}

/** The rows as they are: every column of the table has the name and the type that it has in the entity. */
export async function findQueued(source: RowSource, [sql, values]: Statement): Promise<VisaRequestEntity[]> {
  return queryRows<VisaRequestEntity>(source, sql, values);
}

/** Conditions that have to hold together, with their values in the order of their question marks. */
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

/** The first of several statements' rows, each of which has as many: what lies between them is never walked through. */
function mergeInOrder(statements: readonly Statement[], limit: number): Statement {
  const parts = statements.map(([sql], at) => `SELECT * FROM (${sql}) AS part${at}`).join(" UNION ALL ");
  const sql = `${parts} ORDER BY "expectedDate", "visaRequestId" LIMIT ${limit}`;
  return [sql, statements.flatMap(([, values]) => values)];
}

/** How much is in the queue. */
export interface QueueCounts {
  submitted: number;
  processing: number;
  actionRequired: number;
  overdue: number;
  mine: number;
  unassigned: number;
  moneyDue: number;
  moneyToDecide: number;
}

/**
 * From the rows that triggers keep of it: as many as there are days and staff, however many applications. How many
 * owe money or have money to decide is counted as it stands, for they are few.
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

/** Puts one row in the place of all that count the same. */
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
