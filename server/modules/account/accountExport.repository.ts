import type { EntityManager } from "typeorm";
import { LoginCodeEntity, SessionEntity } from "../auth/auth.entity";
import { PaymentEntity, PaymentOrderEntity } from "../payment/payment.entity";

/** When the user logged in and out; without the ids, which are of use to nobody. */
export async function findLogins(db: EntityManager, userId: string) {
  return db.find(SessionEntity, {
    select: { createdAt: true, expiresAt: true, endedAt: true },
    where: { userId },
    order: { createdAt: "ASC" },
  });
}

/** When codes were sent to the number. */
export async function findCodes(db: EntityManager, phoneNumber: string) {
  return db.find(LoginCodeEntity, {
    select: { createdAt: true, state: true },
    where: { phoneNumber },
    order: { createdAt: "ASC" },
  });
}

/** What was asked of the gateway for a request, and what came in. Amounts in paise. */
export async function findMoney(db: EntityManager, visaRequestId: string) {
  const order = { createdAt: "ASC" } as const;
  return {
    orders: await db.find(PaymentOrderEntity, { where: { visaRequestId }, order }),
    payments: await db.find(PaymentEntity, { where: { visaRequestId }, order }),
  };
}
