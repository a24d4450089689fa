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
 * SQL condition on an alias of `visa_request`: an unpaid order of it was handed out to a checkout at or after `since`, an
 * expression in SQL.
 */
export const isAtCheckoutSql = (request: string, since: string) => `EXISTS (
  SELECT 1 FROM payment_order unpaid
  WHERE unpaid."visaRequestId" = ${request}."visaRequestId" AND unpaid.state <> 'PAID'
    AND coalesce(nullif(unpaid."handedOutAt", ''), unpaid."createdAt") >= ${since})`;
