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

/**
 * SQL condition on `payment_order`: the order is unpaid, and was handed out (or created, if that is unknown) at or after
 * `since`, an expression that occurs twice. SQLite uses the partial index of unpaid orders only if each side of the OR
 * has its condition.
 */
export const isHandedOutSql = (since: string) => `(state <> 'PAID' AND "handedOutAt" >= ${since}
  OR state <> 'PAID' AND "handedOutAt" = '' AND "createdAt" >= ${since})`;

/** SQL condition on an alias of `visa_request`: it has an order that `isHandedOutSql` selects. */
export const isAtCheckoutSql = (request: string, since: string) => `EXISTS (
  SELECT 1 FROM payment_order
  WHERE payment_order."visaRequestId" = ${request}."visaRequestId" AND ${isHandedOutSql(since)})`;
