import type { EntityManager } from "typeorm";
import type { PaymentEntity } from "../payment.entity";
import { findPaymentsOf } from "../payment.repository";
import type { RefundEntity } from "./refund.entity";
import type { Money } from "./refundOffers.rules";
import { findRefundsOf } from "./refund.repository";

export type RequestMoney = Money<PaymentEntity, RefundEntity>;

/** Payments and refunds of requests, by request, each oldest first; in two queries. */
export async function moneyByRequest(
  db: EntityManager,
  visaRequestIds: readonly string[],
): Promise<Map<string, RequestMoney>> {
  const payments = await findPaymentsOf(db, visaRequestIds);
  const paymentIds = payments.map(({ razorpayPaymentId }) => razorpayPaymentId);
  const refunds = paymentIds.length > 0 ? await findRefundsOf(db, paymentIds) : [];
  return new Map(
    visaRequestIds.map((id) => {
      const own = payments.filter(({ visaRequestId }) => visaRequestId === id);
      const isOwn = new Set(own.map(({ razorpayPaymentId }) => razorpayPaymentId));
      const back = refunds.filter(({ razorpayPaymentId }) => isOwn.has(razorpayPaymentId));
      return [id, { payments: own, refunds: back }];
    }),
  );
}

export async function moneyOf(db: EntityManager, visaRequestId: string): Promise<RequestMoney> {
  return (await moneyByRequest(db, [visaRequestId])).get(visaRequestId)!;
}
