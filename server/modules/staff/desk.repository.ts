import type { EntityManager, SelectQueryBuilder } from "typeorm";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import type { Day } from "../visaRequest/day.rules";
import { visaRequestStatuses } from "../visaRequest/visaRequest.rules";
import type { QueueCondition } from "./desk.rules";

/** Where a page of the queue ended. */
export interface QueueKey {
  expectedDate: Day;
  visaRequestId: string;
}

/** What a search comes down to: one of the three. */
export type SearchKey = { visaReferenceNo: string } | { mobile: string } | { passportIndexes: string[] };

/** The very words of the partial indexes (migration 1763900000000): with other ones they are not taken. */
const onDesk = (table: string) =>
  `${table}"visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED')`;

/**
 * A page of the queue in its order, as one walk along an index. Behind a cursor the walk starts there and nowhere else:
 * of two lower bounds SQLite may start at the wrong one, and step over all that was shown.
 */
export function queueQuery(
  db: EntityManager,
  condition: QueueCondition,
  { after, limit }: { after?: QueueKey; limit: number },
): SelectQueryBuilder<VisaRequestEntity> {
  const { status, isOursToDo, countryName, expectedFrom, expectedTo, assignedStaffId } = condition;
  const query = inOrder(db, limit);
  if (status === null) query.where(onDesk("request."));
  else query.where(`request."visaRequestStatus" = :status`, { status });
  if (isOursToDo && status === null) query.andWhere(`request."visaRequestStatus" <> 'ACTION_REQUIRED'`);
  if (countryName !== null) query.andWhere(`request."countryName" = :countryName`, { countryName });
  if (assignedStaffId === null) query.andWhere(`request."assignedStaffId" IS NULL`);
  else if (assignedStaffId !== undefined)
    query.andWhere(`request."assignedStaffId" = :assignedStaffId`, { assignedStaffId });
  const isBehindFrom = after !== undefined && (expectedFrom === null || after.expectedDate >= expectedFrom);
  if (isBehindFrom) andBehind(query, after);
  else if (expectedFrom !== null) query.andWhere(`request."expectedDate" >= :expectedFrom`, { expectedFrom });
  if (expectedTo !== null) query.andWhere(`request."expectedDate" <= :expectedTo`, { expectedTo });
  return query;
}

/** What a search finds among all applications. So few have the same number that putting them in order costs nothing. */
export function searchQuery(
  db: EntityManager,
  key: SearchKey,
  { after, limit }: { after?: QueueKey; limit: number },
): SelectQueryBuilder<VisaRequestEntity> {
  const query = inOrder(db, limit);
  if ("visaReferenceNo" in key) query.where(`request."visaReferenceNo" = :visaReferenceNo`, key);
  else if ("mobile" in key) query.where(`request.mobile = :mobile`, key);
  else
    query.where(
      `request."visaRequestId" IN (SELECT applicant."visaRequestId" FROM visa_applicant applicant
       WHERE applicant."passportNumberIndex" IN (:...passportIndexes))`,
      key,
    );
  if (after) andBehind(query, after);
  return query;
}

function inOrder(db: EntityManager, limit: number): SelectQueryBuilder<VisaRequestEntity> {
  return db
    .createQueryBuilder(VisaRequestEntity, "request")
    .orderBy({ "request.expectedDate": "ASC", "request.visaRequestId": "ASC" })
    .limit(limit);
}

function andBehind(query: SelectQueryBuilder<VisaRequestEntity>, after: QueueKey): void {
  query.andWhere(`(request."expectedDate", request."visaRequestId") > (:afterDate, :afterId)`, {
    afterDate: after.expectedDate,
    afterId: after.visaRequestId,
  });
}

/** How much lies on the desk. */
export interface QueueCounts {
  submitted: number;
  processing: number;
  actionRequired: number;
  overdue: number;
  mine: number;
  unassigned: number;
}

/**
 * Counted in the indexes alone, without a look at a row: the names of the indexes are said, for the one of the queue in
 * its order seems nearer to SQLite and lacks the status.
 */
export const countsSql = `
  SELECT counted.*,
    (SELECT count(*) FROM visa_request INDEXED BY visa_request_on_desk_by_staff
     WHERE ${onDesk("")} AND "assignedStaffId" = ?) AS mine,
    (SELECT count(*) FROM visa_request INDEXED BY visa_request_on_desk_by_staff
     WHERE ${onDesk("")} AND "assignedStaffId" IS NULL) AS unassigned
  FROM (
    SELECT count(*) FILTER (WHERE "visaRequestStatus" = 'SUBMITTED') AS submitted,
      count(*) FILTER (WHERE "visaRequestStatus" = 'PROCESSING') AS processing,
      count(*) FILTER (WHERE "visaRequestStatus" = 'ACTION_REQUIRED') AS "actionRequired",
      count(*) FILTER (WHERE "visaRequestStatus" <> 'ACTION_REQUIRED' AND "expectedDate" < ?) AS overdue
    FROM visa_request INDEXED BY visa_request_queue WHERE ${onDesk("")}) AS counted`;

export async function countQueue(
  db: EntityManager,
  { staffId, today }: { staffId: string; today: Day },
): Promise<QueueCounts> {
  const [counts] = await db.query<QueueCounts[]>(countsSql, [staffId, today]);
  return counts!;
}

/** Gives all back that somebody works on, decided ones too: they are not there any longer. */
export async function releaseCasesOf(transaction: EntityManager, staffId: string): Promise<void> {
  await transaction.query(
    `UPDATE visa_request SET "assignedStaffId" = NULL, "assignedAt" = NULL, version = version + 1
     WHERE "visaRequestStatus" IN (${visaRequestStatuses.map(() => "?").join(", ")}) AND "assignedStaffId" = ?`,
    [...visaRequestStatuses, staffId],
  );
}
