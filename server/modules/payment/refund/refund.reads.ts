import type { RowSource } from "../../../platform/db/rowSource";
import type { PaymentEntity } from "../payment.entity";
import { findPaymentsByRequests } from "../payment.reads";
import { type RefundEntity, DisputeEntity, MoneyTaskEntity } from "./refund.entity";
import type { Ledger } from "./refundOffers.rules";
import { findRefundsByPayment } from "./refund.repository";
import { In, IsNull, type EntityManager } from "typeorm";
import { findBy } from "../../../platform/db/entityQueries";

export type RequestLedger = Ledger<PaymentEntity, RefundEntity>;

/** Returns payments and refunds by request, oldest first, in two queries. */
export async function findLedgers(
  source: RowSource,
  visaRequestIds: readonly string[],
): Promise<Map<string, RequestLedger>> {
  const payments = await findPaymentsByRequests(source, visaRequestIds);
  const paymentIds = payments.map(({ razorpayPaymentId }) => razorpayPaymentId);
  const refunds = await findRefundsByPayment(source, paymentIds);
  return new Map(
    visaRequestIds.map((id) => {
      const own = payments.filter(({ visaRequestId }) => visaRequestId === id);
      const isOwn = new Set(own.map(({ razorpayPaymentId }) => razorpayPaymentId));
      const back = refunds.filter(({ razorpayPaymentId }) => isOwn.has(razorpayPaymentId));
      return [id, { payments: own, refunds: back }];
    }),
  );
}

export async function findLedger(source: RowSource, visaRequestId: string): Promise<RequestLedger> {
  return (await findLedgers(source, [visaRequestId])).get(visaRequestId)!;
}

export const findTask = findBy(MoneyTaskEntity, "moneyTaskId");

export async function findOpenTasks(db: EntityManager, visaRequestId: string): Promise<MoneyTaskEntity[]> {
  return db.find(MoneyTaskEntity, {
    where: { visaRequestId, closedAt: IsNull() },
    order: { openedAt: "ASC", moneyTaskId: "ASC" },
  });
}

export async function findDisputesByPayments(
  db: EntityManager,
  razorpayPaymentIds: readonly string[],
): Promise<DisputeEntity[]> {
  return db.find(DisputeEntity, {
    where: { razorpayPaymentId: In([...razorpayPaymentIds]) },
    order: { createdAt: "ASC", razorpayDisputeId: "ASC" },
  });
}
