import type { EntityManager, SelectQueryBuilder } from "typeorm";
import { queryRows } from "../../platform/db/rowSource";
import { isAtCheckoutSql } from "../payment/payment.reads";
import { isMoneyOpenSql } from "../payment/refund/refund.reads";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";

/** The moments before which data of each kind has expired, and since when a handed-out order is still checked. */
export type Cutoffs = Record<"draft" | "checkout" | "cancelled" | "decided" | "unanswered", string>;

/** When the request reached its current status, according to its timeline. */
const inStateSince = `coalesce((SELECT max(event.at) FROM visa_request_event event
  WHERE event."visaRequestId" = request."visaRequestId" AND event.status = request."visaRequestStatus"),
  request."changedAt", request."createdAt")`;

const lastChanged = `coalesce(request."changedAt", request."createdAt")`;

/**
 * Returns requests whose personal data has expired: abandoned drafts, cancelled or decided requests, and those with an
 * unanswered correction. A draft counts as abandoned even if a payment was received and refunded, but not while it may be
 * paid at a checkout. Skips requests with an open refund or money task. `visaRequestId` restricts the search to one
 * request.
 */
export async function findExpired(
  db: EntityManager,
  cutoffs: Cutoffs,
  { limit, visaRequestId }: { limit: number; visaRequestId?: string },
): Promise<VisaRequestEntity[]> {
  const query = expiredQuery(db, cutoffs);
  if (visaRequestId) query.andWhere(`request."visaRequestId" = :visaRequestId`, { visaRequestId });
  return query.limit(limit).getMany();
}

/**
 * The bounds on `createdAt` are redundant, because a request cannot change before it was created, but they let the
 * query use the index `visa_request_kept`. Without these bounds, each run would scan all requests and block every
 * reader.
 */
export function expiredQuery(db: EntityManager, cutoffs: Cutoffs): SelectQueryBuilder<VisaRequestEntity> {
  const isIn = (status: string, cutoff: string) =>
    `request."visaRequestStatus" ${status} AND request."createdAt" < ${cutoff}`;
  return db
    .createQueryBuilder(VisaRequestEntity, "request")
    .where(`request."papersRemovedAt" IS NULL AND NOT ${isMoneyOpenSql("request")}`)
    .andWhere(
      `((${isIn("= 'PENDING'", ":draft")} AND ${lastChanged} < :draft
         AND NOT ${isAtCheckoutSql("request", ":checkout")})
        OR (${isIn("= 'CANCELLED'", ":cancelled")} AND ${inStateSince} < :cancelled)
        OR (${isIn("IN ('APPROVED', 'REJECTED')", ":decided")} AND ${inStateSince} < :decided)
        OR (${isIn("= 'ACTION_REQUIRED'", ":unanswered")}
         AND ${inStateSince} < :unanswered AND ${lastChanged} < :unanswered))`,
      cutoffs,
    )
    .orderBy({ "request.createdAt": "ASC", "request.visaRequestId": "ASC" });
}

/** Tables with rows that expire, each with its primary key and the condition for old rows. */
const leftovers = {
  login_code: [`"loginCodeId"`, `"createdAt" < ?`],
  session: [`"sessionId"`, `coalesce("endedAt", "expiresAt") < ?`],
  known_device: [`"tokenHash", "userId"`, `"lastLoginAt" < ?`],
  idempotency_key: [`"userId", operation, "idempotencyKey"`, `"createdAt" < ?`],
  // Unprocessed events stay. Processed ones serve only to detect duplicates, which Razorpay sends for up to a day.
  webhook_event: [`"webhookEventId"`, `state <> 'PENDING' AND "receivedAt" < ?`],
} as const;
export type Leftover = keyof typeof leftovers;
export const leftoverTables = Object.keys(leftovers) as Leftover[];

/** Removes at most `limit` old rows and returns their number. */
export async function removeLeftovers(
  transaction: EntityManager,
  table: Leftover,
  before: string,
  limit: number,
): Promise<number> {
  return (await queryRows(transaction, removalSql(table), [before, limit])).length;
}

/** Each condition has an index, because other writes wait while the statement runs. */
export function removalSql(table: Leftover): string {
  const [key, isLeftOver] = leftovers[table];
  return `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${isLeftOver} LIMIT ?)
    RETURNING 1 AS removed`;
}
