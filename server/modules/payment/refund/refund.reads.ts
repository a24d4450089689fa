import { findRow, type RowSource } from "../../../platform/db/rowSource";
import { findPaymentsByRequests } from "../payment.reads";
import { DisputeEntity, MoneyTaskEntity } from "./refund.entity";
import type { Ledger } from "./refundOffers.rules";
import { dueRefunds, findRefundsByPayment, refundsToRequest } from "./refund.repository";
import { alreadyReturned } from "./returnedMoney.rules";
import { findBy, findRowsBy } from "../../../platform/db/entityQueries";

/**
 * Tables and conditions for a SELECT of payments whose latest refund by us failed. Until another refund replaces it,
 * the payer is still owed the money (`findOwed` in refundOffers.rules.ts). The first conditions let the query use the
 * index `refund_failed`.
 */
const failedRefundsSql = `
  refund failed JOIN payment ON payment."razorpayPaymentId" = failed."razorpayPaymentId"
  WHERE failed.state = 'FAILED' AND failed.origin = 'OURS' AND payment.outcome <> 'REFUNDED'
    AND failed."lastError" IS DISTINCT FROM '${alreadyReturned}'
    AND NOT EXISTS (SELECT 1 FROM refund later
      WHERE later."razorpayPaymentId" = failed."razorpayPaymentId" AND later."createdAt" > failed."createdAt"
        AND (later.origin = 'OURS' OR later.state <> 'FAILED'))`;

/**
 * Selects the applications whose payer is waiting for a refund. Includes partial refunds, which leave the payment and
 * the application as paid.
 */
export const owedRequestsSql = `
  SELECT "visaRequestId" FROM payment WHERE outcome = 'REFUND_DUE'
  UNION ALL SELECT payment."visaRequestId" FROM refund
    JOIN payment ON payment."razorpayPaymentId" = refund."razorpayPaymentId"
    WHERE ${dueRefunds.where}
  UNION ALL SELECT payment."visaRequestId" FROM ${failedRefundsSql}`;

/**
 * SQL condition on an alias of `visa_request`: the payer is waiting for a refund, or staff have to decide on the
 * payment. While it is true, personal data is retained.
 */
export const isMoneyOpenSql = (request: string) => `(${request}."paymentStatus" = 'REFUND_DUE'
  OR ${request}."visaRequestId" IN (${owedRequestsSql})
  OR EXISTS (SELECT 1 FROM money_task task
    WHERE task."visaRequestId" = ${request}."visaRequestId" AND task."closedAt" IS NULL))`;

/**
 * Counts refunds that have to be requested: due ones, and failed ones that no other refund replaces. Excludes refunds
 * that the gateway has accepted or a dispute delays, which wait for a bank.
 */
export async function countRefundsToRequest(source: RowSource): Promise<number> {
  const { table, where } = refundsToRequest;
  const sql = `SELECT (SELECT count(*) FROM ${table} WHERE ${where})
    + (SELECT count(*) FROM ${failedRefundsSql}) AS count`;
  return (await findRow<{ count: number }>(source, sql))!.count;
}

/** Returns the ledger of each request, in order, in two queries. */
export async function findLedgers(source: RowSource, visaRequestIds: readonly string[]): Promise<Ledger[]> {
  const payments = await findPaymentsByRequests(source, visaRequestIds);
  const paymentIds = payments.map(({ razorpayPaymentId }) => razorpayPaymentId);
  const refunds = await findRefundsByPayment(source, paymentIds);
  return visaRequestIds.map((id) => {
    const own = payments.filter(({ visaRequestId }) => visaRequestId === id);
    const isOwn = new Set(own.map(({ razorpayPaymentId }) => razorpayPaymentId));
    const back = refunds.filter(({ razorpayPaymentId }) => isOwn.has(razorpayPaymentId));
    return { payments: own, refunds: back };
  });
}

export async function findLedger(source: RowSource, visaRequestId: string): Promise<Ledger> {
  return (await findLedgers(source, [visaRequestId]))[0]!;
}

export const findTask = findBy(MoneyTaskEntity, "moneyTaskId");

export const findOpenTasks = findRowsBy(MoneyTaskEntity, "visaRequestId", {
  condition: `"closedAt" IS NULL`,
  orderBy: `"openedAt", "moneyTaskId"`,
});

export const findDisputesByPayments = findRowsBy(DisputeEntity, "razorpayPaymentId", {
  orderBy: `"createdAt", "razorpayDisputeId"`,
});
