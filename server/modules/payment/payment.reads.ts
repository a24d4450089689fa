/** Orders and payments of requests, for staff and for the account export. Amounts in paise. */
import type { EntityManager } from "typeorm";
import { findRowsBy } from "../../platform/db/entityQueries";
import { PaymentEntity, PaymentOrderEntity, UntakenPaymentEntity } from "./payment.entity";

export async function findOrders(db: EntityManager, visaRequestId: string): Promise<PaymentOrderEntity[]> {
  return db.find(PaymentOrderEntity, { where: { visaRequestId }, order: { createdAt: "ASC" } });
}

export const findPaymentsByRequests = findRowsBy(PaymentEntity, "visaRequestId", {
  orderBy: `"createdAt", "razorpayPaymentId"`,
});

/** Returns the uncaptured payments of requests, oldest first. */
export const findUntakenPayments = findRowsBy(UntakenPaymentEntity, "visaRequestId", {
  orderBy: `"createdAt"`,
});
