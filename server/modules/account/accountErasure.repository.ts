import type { EntityManager } from "typeorm";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";

/** The reference numbers of a user's applications that are paid and not decided, or that money is owed for. */
export async function findUnfinishedPaid(db: EntityManager, userId: string): Promise<string[]> {
  const rows = await db.query<{ visaReferenceNo: string }[]>(
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

export async function findAllRequestsOf(db: EntityManager, userId: string): Promise<VisaRequestEntity[]> {
  return db.find(VisaRequestEntity, { where: { userId }, order: { createdAt: "ASC", visaRequestId: "ASC" } });
}

/** Words of staff to the traveller go; the steps themselves stay. */
export async function removeNotes(transaction: EntityManager, visaRequestId: string): Promise<void> {
  await transaction.query(`UPDATE visa_request_event SET note = NULL WHERE "visaRequestId" = ?`, [
    visaRequestId,
  ]);
}

/** Ends all sessions of the user, and takes the codes of their number and their keys of repeats away. */
export async function removeLogins(
  transaction: EntityManager,
  { userId, phoneNumber }: { userId: string; phoneNumber: string },
  at: Date,
): Promise<void> {
  await transaction.query(`UPDATE session SET "endedAt" = ? WHERE "userId" = ? AND "endedAt" IS NULL`, [
    at.toISOString(),
    userId,
  ]);
  await transaction.query(`DELETE FROM known_device WHERE "userId" = ?`, [userId]);
  await transaction.query(`DELETE FROM login_code WHERE "phoneNumber" = ?`, [phoneNumber]);
  await transaction.query(`DELETE FROM idempotency_key WHERE "userId" = ?`, [userId]);
}
