import { In, type EntityManager } from "typeorm";
import { LoginCodeEntity, SessionEntity } from "../auth/auth.entity";
import { PaymentEntity, PaymentOrderEntity } from "../payment/payment.entity";
import { RefundEntity } from "../payment/refund/refund.entity";

/** Returns when the user logged in and out, without session ids, which mean nothing to the user. */
export async function findLogins(db: EntityManager, userId: string) {
  return db.find(SessionEntity, {
    select: { createdAt: true, lastUsedAt: true, device: true, expiresAt: true, endedAt: true },
    where: { userId },
    order: { createdAt: "ASC" },
  });
}

/** Returns when codes were sent to the number. */
export async function findCodes(db: EntityManager, phoneNumber: string) {
  return db.find(LoginCodeEntity, {
    select: { createdAt: true, state: true },
    where: { phoneNumber },
    order: { createdAt: "ASC" },
  });
}

/** Returns the orders, payments and refunds of a request. Amounts in paise. */
export async function findMoney(db: EntityManager, visaRequestId: string) {
  const order = { createdAt: "ASC" } as const;
  const payments = await db.find(PaymentEntity, { where: { visaRequestId }, order });
  const razorpayPaymentId = In(payments.map((payment) => payment.razorpayPaymentId));
  return {
    orders: await db.find(PaymentOrderEntity, { where: { visaRequestId }, order }),
    payments,
    refunds: await db.find(RefundEntity, {
      select: { razorpayPaymentId: true, amount: true, state: true, createdAt: true, doneAt: true },
      where: { razorpayPaymentId },
      order,
    }),
  };
}
