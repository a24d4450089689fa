import type { EntityManager } from "typeorm";
import type { PaymentEntity } from "../payment.entity";
import { findPaymentsOf } from "../payment.repository";
import type { RefundEntity } from "./refund.entity";
import type { Ledger } from "./refundOffers.rules";
import { findRefundsOf } from "./refund.repository";

export type RequestLedger = Ledger<PaymentEntity, RefundEntity>;

/** Payments and refunds of requests, by request, each oldest first; in two queries. */
export async function findLedgers(
  db: EntityManager,
  visaRequestIds: readonly string[],
): Promise<Map<string, RequestLedger>> {
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

export async function findLedger(db: EntityManager, visaRequestId: string): Promise<RequestLedger> {
  return (await findLedgers(db, [visaRequestId])).get(visaRequestId)!;
}
