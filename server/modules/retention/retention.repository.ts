import type { EntityManager } from "typeorm";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";

/** The moments before which what is kept has expired. */
export interface Cutoffs {
  draft: Date;
  cancelled: Date;
  decided: Date;
}

/** When the request came into the state that it is in, by its timeline. */
const inStateSince = `coalesce((SELECT max(event.at) FROM visa_request_event event
  WHERE event."visaRequestId" = request."visaRequestId" AND event.status = request."visaRequestStatus"),
  request."changedAt", request."createdAt")`;

/**
 * Requests whose personal data has expired: drafts that nobody changed, requests that were cancelled, and decided
 * ones. None while money is owed for it. `visaRequestId` looks at that one only.
 */
export async function findExpired(
  db: EntityManager,
  { draft, cancelled, decided }: Cutoffs,
  { limit, visaRequestId }: { limit: number; visaRequestId?: string },
): Promise<VisaRequestEntity[]> {
  const query = db
    .createQueryBuilder(VisaRequestEntity, "request")
    .where(`request."papersRemovedAt" IS NULL AND request."paymentStatus" <> 'REFUND_DUE'`)
    .andWhere(
      `((request."visaRequestStatus" = 'PENDING' AND request."paymentStatus" = 'PENDING'
         AND coalesce(request."changedAt", request."createdAt") < :draft)
        OR (request."visaRequestStatus" = 'CANCELLED' AND ${inStateSince} < :cancelled)
        OR (request."visaRequestStatus" IN ('APPROVED', 'REJECTED') AND ${inStateSince} < :decided))`,
      { draft: draft.toISOString(), cancelled: cancelled.toISOString(), decided: decided.toISOString() },
    )
    .orderBy({ "request.createdAt": "ASC", "request.visaRequestId": "ASC" });
  if (visaRequestId) query.andWhere(`request."visaRequestId" = :visaRequestId`, { visaRequestId });
  return query.limit(limit).getMany();
}

/** What is of no use any more, by table: what of it goes before a moment. */
const leftovers = {
  login_code: `"createdAt" < ?`,
  session: `coalesce("endedAt", "expiresAt") < ?`,
  known_device: `"lastLoginAt" < ?`,
  idempotency_key: `"createdAt" < ?`,
  // Razorpay repeats an event for a day; what still waits to be processed stays.
  webhook_event: `state <> 'PENDING' AND "receivedAt" < ?`,
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
  const which = `SELECT rowid FROM ${table} WHERE ${leftovers[table]} LIMIT ?`;
  const values = [before.toISOString(), limit];
  const [{ count } = { count: 0 }] = await transaction.query<{ count: number }[]>(
    `SELECT count(*) AS count FROM (${which})`,
    values,
  );
  if (count > 0) await transaction.query(`DELETE FROM ${table} WHERE rowid IN (${which})`, values);
  return count;
}
