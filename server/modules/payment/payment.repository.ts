import { IsNull, Not, type EntityManager } from "typeorm";
import { findBy, findWhere, insertInto, updateWhere } from "../../platform/db/entityQueries";
import { queryRows, type RowSource } from "../../platform/db/rowSource";
import { PaymentEntity, PaymentOrderEntity, UntakenPaymentEntity } from "./payment.entity";
import { isHandedOutSql } from "./payment.reads";

export const findOrder = findWhere(PaymentOrderEntity);

/** Returns the order for one price of a request; there is at most one. */
export const findOrderForPrice = (
  db: EntityManager,
  { visaRequestId, priceVersion }: { visaRequestId: string; priceVersion: number },
) => findOrder(db, { visaRequestId, priceVersion });

export async function hasOpenedOrder(db: EntityManager, visaRequestId: string): Promise<boolean> {
  return db.existsBy(PaymentOrderEntity, { visaRequestId, razorpayOrderId: Not(IsNull()) });
}

/**
 * Returns unpaid orders that were created before `createdBefore`, handed out (or created, if that is unknown) since
 * `handedOutSince`, and are due for a check at `now`, longest due first.
 */
export async function findOrdersToCheck(
  source: RowSource,
  { createdBefore, handedOutSince, now }: Record<"createdBefore" | "handedOutSince" | "now", Date>,
  limit: number,
): Promise<PaymentOrderEntity[]> {
  const sql = `SELECT * FROM payment_order WHERE ${isHandedOutSql("?")}
      AND "createdAt" <= ? AND ("nextAskAt" IS NULL OR "nextAskAt" <= ?)
    ORDER BY COALESCE("nextAskAt", "createdAt") LIMIT ?`;
  const since = handedOutSince.toISOString();
  return queryRows(source, sql, [since, since, createdBefore.toISOString(), now.toISOString(), limit]);
}

export const insertOrder = insertInto(PaymentOrderEntity);
export const changeOrder = updateWhere(PaymentOrderEntity);

/** Returns the lease on an order: "" if it has ended, null if there was none. */
export async function findLease(transaction: EntityManager, paymentOrderId: string): Promise<string | null> {
  return (await transaction.findOneByOrFail(PaymentOrderEntity, { paymentOrderId })).gatewayLease;
}

export const findPayment = findBy(PaymentEntity, "razorpayPaymentId");
export const insertPayment = insertInto(PaymentEntity);
export const changePayment = updateWhere(PaymentEntity);

/** Records an uncaptured payment and the reason; returns false if it was already recorded. */
export async function saveUntaken(
  transaction: EntityManager,
  payment: UntakenPaymentEntity,
): Promise<boolean> {
  const { razorpayPaymentId } = payment;
  if (await transaction.existsBy(UntakenPaymentEntity, { razorpayPaymentId })) return false;
  await transaction.insert(UntakenPaymentEntity, payment);
  return true;
}

/** Returns payments of which at least `atLeast` is due for a refund, but that have none yet, oldest first. */
export async function findDueWithoutRefund(
  db: EntityManager,
  { atLeast, limit }: { atLeast: number; limit: number },
): Promise<PaymentEntity[]> {
  return db
    .createQueryBuilder(PaymentEntity, "one")
    .where(`one.outcome = 'REFUND_DUE'`)
    .andWhere(
      `NOT EXISTS (SELECT 1 FROM refund WHERE refund."razorpayPaymentId" = one."razorpayPaymentId"
        AND refund.origin = 'OURS')`,
    )
    .andWhere(
      `one.amount - one."amountDeducted" - (SELECT COALESCE(SUM(refund.amount), 0) FROM refund
        WHERE refund."razorpayPaymentId" = one."razorpayPaymentId" AND refund.state <> 'FAILED') >= :atLeast`,
      { atLeast },
    )
    .orderBy(`one."createdAt"`)
    .limit(limit)
    .getMany();
}

export async function countRefundsDue(db: EntityManager, visaRequestId: string): Promise<number> {
  return db.countBy(PaymentEntity, { visaRequestId, outcome: "REFUND_DUE" });
}

/** Marks a payment as fully refunded; returns false if it already was. */
export const markPaymentRefunded = (transaction: EntityManager, razorpayPaymentId: string) => {
  const isOpen = { razorpayPaymentId, outcome: Not<PaymentEntity["outcome"]>("REFUNDED") };
  return changePayment(transaction, isOpen, { outcome: "REFUNDED" });
};
