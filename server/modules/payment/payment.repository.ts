import type { EntityManager } from "typeorm";
import { PaymentEntity, PaymentOrderEntity } from "./payment.entity";

/** The order for one price of a request; there is at most one. */
export async function findOrderForPrice(
  db: EntityManager,
  { visaRequestId, priceVersion }: { visaRequestId: string; priceVersion: number },
): Promise<PaymentOrderEntity | undefined> {
  return (await db.findOneBy(PaymentOrderEntity, { visaRequestId, priceVersion })) ?? undefined;
}

export async function findOrder(
  db: EntityManager,
  where: { visaRequestId: string; razorpayOrderId: string },
): Promise<PaymentOrderEntity | undefined> {
  return (await db.findOneBy(PaymentOrderEntity, where)) ?? undefined;
}

export async function insertOrder(transaction: EntityManager, order: PaymentOrderEntity): Promise<void> {
  await transaction.insert(PaymentOrderEntity, order);
}

/** Keeps the gateway's id of an order that had none; false where it has one already. */
export async function openOrder(
  transaction: EntityManager,
  paymentOrderId: string,
  razorpayOrderId: string,
): Promise<boolean> {
  const { affected } = await transaction.update(
    PaymentOrderEntity,
    { paymentOrderId, state: "INTENT" },
    { razorpayOrderId, state: "OPEN" },
  );
  return affected === 1;
}

export async function markOrderPaid(transaction: EntityManager, paymentOrderId: string): Promise<void> {
  await transaction.update(PaymentOrderEntity, { paymentOrderId }, { state: "PAID" });
}

export async function findPayment(
  db: EntityManager,
  razorpayPaymentId: string,
): Promise<PaymentEntity | undefined> {
  return (await db.findOneBy(PaymentEntity, { razorpayPaymentId })) ?? undefined;
}

export async function insertPayment(transaction: EntityManager, payment: PaymentEntity): Promise<void> {
  await transaction.insert(PaymentEntity, payment);
}
