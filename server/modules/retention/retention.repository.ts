import type { EntityManager, SelectQueryBuilder } from "typeorm";
import { queryRows } from "../../db/rowSource";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";

/** The moments before which what is kept has expired. */
export interface Cutoffs {
  draft: Date;
  cancelled: Date;
  decided: Date;
  unanswered: Date;
}

/** When the request came into the state that it is in, by its timeline. */
const inStateSince = `coalesce((SELECT max(event.at) FROM visa_request_event event
  WHERE event."visaRequestId" = request."visaRequestId" AND event.status = request."visaRequestStatus"),
  request."changedAt", request."createdAt")`;

const lastChanged = `coalesce(request."changedAt", request."createdAt")`;

/** Whether money is on its way back, has to go back, or waits for a person's word. */
const isMoneyOpen = `(request."paymentStatus" = 'REFUND_DUE'
  OR EXISTS (SELECT 1 FROM payment WHERE payment."visaRequestId" = request."visaRequestId"
    AND (payment.outcome = 'REFUND_DUE' OR EXISTS (SELECT 1 FROM refund
      WHERE refund."razorpayPaymentId" = payment."razorpayPaymentId" AND refund.state IN ('DUE', 'REQUESTED'))))
  OR EXISTS (SELECT 1 FROM money_task task
    WHERE task."visaRequestId" = request."visaRequestId" AND task."closedAt" IS NULL))`;

/**
 * Requests whose personal data has expired, by where they stand: drafts that nobody changed (whether or not money came
 * and went back), requests that were cancelled, decided ones, and those whose traveller was asked for a correction and
 * never sent it. None while money is owed for it or on its way. `visaRequestId` looks at that one only.
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
 * What has not been touched since a moment was made before it too: that follows, and is said for the index
 * `visa_request_kept`, which finds the few that are so old. Without it each run looks at every request, and all who
 * read wait for it.
 */
export function expiredQuery(
  db: EntityManager,
  { draft, cancelled, decided, unanswered }: Cutoffs,
): SelectQueryBuilder<VisaRequestEntity> {
  const isIn = (status: string, cutoff: string) =>
    `request."visaRequestStatus" ${status} AND request."createdAt" < ${cutoff}`;
  return db
    .createQueryBuilder(VisaRequestEntity, "request")
    .where(`request."papersRemovedAt" IS NULL AND NOT ${isMoneyOpen}`)
    .andWhere(
      `((${isIn("= 'PENDING'", ":draft")} AND ${lastChanged} < :draft)
        OR (${isIn("= 'CANCELLED'", ":cancelled")} AND ${inStateSince} < :cancelled)
        OR (${isIn("IN ('APPROVED', 'REJECTED')", ":decided")} AND ${inStateSince} < :decided)
        OR (${isIn("= 'ACTION_REQUIRED'", ":unanswered")}
         AND ${inStateSince} < :unanswered AND ${lastChanged} < :unanswered))`,
      {
        draft: draft.toISOString(),
        cancelled: cancelled.toISOString(),
        decided: decided.toISOString(),
        unanswered: unanswered.toISOString(),
      },
    )
    .orderBy({ "request.createdAt": "ASC", "request.visaRequestId": "ASC" });
}

/** What is of no use any more, by table: its key, and what of it goes before a moment. */
const leftovers = {
  login_code: [`"loginCodeId"`, `"createdAt" < ?`],
  session: [`"sessionId"`, `coalesce("endedAt", "expiresAt") < ?`],
  known_device: [`"tokenHash", "userId"`, `"lastLoginAt" < ?`],
  idempotency_key: [`"userId", operation, "idempotencyKey"`, `"createdAt" < ?`],
  // Razorpay repeats an event for a day; what still waits to be processed stays.
  webhook_event: [`"webhookEventId"`, `state <> 'PENDING' AND "receivedAt" < ?`],
} as const;
export type Leftover = keyof typeof leftovers;
export const leftoverTables = Object.keys(leftovers) as Leftover[];

/** Removes rows that are older, `limit` at most; returns how many. */
export async function removeLeftovers(
  transaction: EntityManager,
  table: Leftover,
  before: Date,
  limit: number,
): Promise<number> {
  const [key, isLeftOver] = leftovers[table];
  const removed = await queryRows(
    transaction,
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${isLeftOver} LIMIT ?)
     RETURNING 1 AS removed`,
    [before.toISOString(), limit],
  );
  return removed.length;
}
