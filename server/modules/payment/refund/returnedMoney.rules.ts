/**
 * Computes the amount of a payment that remains after refunds and disputes outside the portal. Pure. Amounts in
 * paise.
 */
import type { GatewayRefund } from "../../../core/gatewayPort";
import type { PaymentEntity } from "../payment.entity";
import { nextTryAt } from "../payment.rules";
import type { RefundEntity } from "./refund.entity";

/** Razorpay's smallest refund, one rupee. */
export const smallestRefund = 100;

/** The `lastError` of a refund that became unnecessary because the money was returned in another way. */
export const alreadyReturned = "ALREADY_RETURNED";

/** The `lastError` of a refund that waits for the bank's decision on a dispute. */
export const inDispute = "IN_DISPUTE";

type Payment = Pick<PaymentEntity, "amount" | "amountDeducted" | "outcome">;
type Refund = Pick<RefundEntity, "razorpayRefundId" | "amount" | "state">;

export interface PaymentSplit {
  /** Returned to the payer, including deductions by a bank. */
  returned: number;
  /** Still to be refunded. */
  due: number;
  /** The amount that we still have; negative if a refund and a dispute together returned more than the payment. */
  kept: number;
}

/** Splits a payment into the returned, due and kept amounts, which add up to the payment. */
export function splitPayment(
  { amount, amountDeducted, outcome }: Payment,
  refunds: readonly Pick<Refund, "amount" | "state">[],
): PaymentSplit {
  const sumOf = (...states: RefundEntity["state"][]) =>
    refunds.reduce((sum, refund) => sum + (states.includes(refund.state) ? refund.amount : 0), 0);
  const returned = sumOf("DONE") + amountDeducted;
  const left = Math.max(0, amount - returned);
  const due = outcome === "REFUND_DUE" ? left : Math.min(left, sumOf("DUE", "REQUESTED"));
  return { returned, due, kept: amount - returned - due };
}

/**
 * Returns the due refunds that exceed the remaining amount, each with the amount that remains for it, which may be 0.
 */
export function capRefunds<R extends Refund>(
  { amount, amountDeducted }: Payment,
  refunds: readonly R[],
): { refund: R; amount: number }[] {
  const isWaiting = ({ state }: R) => state === "DUE";
  const gone = refunds
    .filter((refund) => refund.state !== "FAILED" && !isWaiting(refund))
    .reduce((sum, refund) => sum + refund.amount, 0);
  let left = amount - amountDeducted - gone;
  return refunds.filter(isWaiting).flatMap((refund) => {
    const capped = Math.min(refund.amount, left < smallestRefund ? 0 : left);
    left -= capped;
    return capped === refund.amount ? [] : [{ refund, amount: capped }];
  });
}

const stateByStatus = {
  pending: "REQUESTED",
  processed: "DONE",
  failed: "FAILED",
} as const satisfies Record<GatewayRefund["status"], RefundEntity["state"]>;

/** Returns the ids of payments with a listed refund that we have not stored, or have stored in another state. */
export function findUnknown(listed: readonly GatewayRefund[], rows: readonly Refund[]): string[] {
  const byId = new Map(rows.map((row) => [row.razorpayRefundId, row]));
  const unknown = listed.filter(({ id, status }) => {
    const row = byId.get(id);
    return row ? row.state !== "DONE" && row.state !== stateByStatus[status] : status !== "failed";
  });
  return [...new Set(unknown.map(({ paymentId }) => paymentId))];
}

/** Returns the changes that the gateway reports for a stored refund; undefined if there are none. DONE is final. */
export function findRefundChanges(
  refund: Pick<RefundEntity, "state" | "razorpayRefundId" | "attempts">,
  { id, amount, status }: GatewayRefund,
  now: Date,
) {
  const state = stateByStatus[status];
  const isKnown = refund.state === state && refund.razorpayRefundId === id;
  if (refund.state === "DONE" || (isKnown && state !== "REQUESTED")) return undefined;
  const attempts = refund.attempts + 1;
  return {
    state,
    amount,
    razorpayRefundId: id,
    attempts,
    nextTryAt: nextTryAt(attempts, now).toISOString(),
    lastError: state === "FAILED" ? "REFUND_FAILED" : null,
    doneAt: state === "DONE" ? now.toISOString() : null,
  };
}

/** Returns the columns of a refund that was made in the gateway's dashboard. */
export function toForeignRefund(
  { razorpayPaymentId }: Pick<PaymentEntity, "razorpayPaymentId">,
  { id, amount, status }: GatewayRefund,
  now: Date,
) {
  const state = stateByStatus[status];
  return {
    razorpayPaymentId,
    amount,
    state,
    doneAt: state === "DONE" ? now.toISOString() : null,
    razorpayRefundId: id,
    origin: "GATEWAY" as const,
    reason: "Refunded in Razorpay's dashboard",
    idempotencyKey: `gateway:${id}`,
    nextTryAt: nextTryAt(1, now).toISOString(),
  };
}
