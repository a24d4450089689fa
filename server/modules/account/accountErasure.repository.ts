import type { EntityManager } from "typeorm";
import { queryRows, type RowSource } from "../../platform/db/rowSource";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";

/** Returns the reference numbers of a user's applications that are paid but undecided, or owed a refund. */
export async function findUnfinishedPaid(source: RowSource, userId: string): Promise<string[]> {
  const rows = await queryRows<{ visaReferenceNo: string }>(
    source,
    `SELECT "visaReferenceNo" FROM visa_request request WHERE "userId" = ? AND (
       ("paymentStatus" IN ('PAID', 'REFUNDED')
        AND "visaRequestStatus" IN ('SUBMITTED', 'PROCESSING', 'ACTION_REQUIRED'))
       OR "paymentStatus" = 'REFUND_DUE'
       OR EXISTS (SELECT 1 FROM payment WHERE payment."visaRequestId" = request."visaRequestId"
                  AND payment.outcome = 'REFUND_DUE'))
     ORDER BY "createdAt", "visaRequestId"`,
    [userId],
  );
  return rows.map(({ visaReferenceNo }) => visaReferenceNo);
}

export async function findAllRequestsByUser(db: EntityManager, userId: string): Promise<VisaRequestEntity[]> {
  return db.find(VisaRequestEntity, { where: { userId }, order: { createdAt: "ASC", visaRequestId: "ASC" } });
}

/** Removes staff's notes to the traveller from the timeline; the events stay. */
export async function removeNotes(transaction: EntityManager, visaRequestId: string): Promise<void> {
  const sql = `UPDATE visa_request_event SET note = NULL WHERE "visaRequestId" = ?`;
  await queryRows(transaction, sql, [visaRequestId]);
}

/** Ends all sessions of the user; removes their known devices, login codes and idempotency keys. */
export async function removeLogins(
  transaction: EntityManager,
  { userId, phoneNumber }: { userId: string; phoneNumber: string },
  at: Date,
): Promise<void> {
  const endAll = `UPDATE session SET "endedAt" = ? WHERE "userId" = ? AND "endedAt" IS NULL`;
  await queryRows(transaction, endAll, [at.toISOString(), userId]);
  await queryRows(transaction, `DELETE FROM known_device WHERE "userId" = ?`, [userId]);
  await queryRows(transaction, `DELETE FROM login_code WHERE "phoneNumber" = ?`, [phoneNumber]);
  await queryRows(transaction, `DELETE FROM idempotency_key WHERE "userId" = ?`, [userId]);
}
