/** The money of requests, for staff and for the account export. Amounts in paise. */
import type { EntityManager } from "typeorm";
import { findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import { PaymentOrderEntity, type PaymentEntity } from "./payment.entity";

/** Returns the orders of a request, oldest first. */
export async function findOrders(db: EntityManager, visaRequestId: string): Promise<PaymentOrderEntity[]> {
  return db.find(PaymentOrderEntity, { where: { visaRequestId }, order: { createdAt: "ASC" } });
}

/** Returns the payments of requests, oldest first. */
export async function findPaymentsByRequests(
  source: RowSource,
  visaRequestIds: readonly string[],
): Promise<PaymentEntity[]> {
  return findRowsByKeys(
    source,
    visaRequestIds,
    (marks) =>
      `SELECT * FROM payment WHERE "visaRequestId" IN (${marks}) ORDER BY "createdAt", "razorpayPaymentId"`,
  );
}
