/** What the gateway returned beside what we decided on, and what that leaves. Pure. Amounts in paise. */
import type { GatewayRefund } from "../../../ports";
import type { PaymentEntity } from "../payment.entity";
import type { RefundEntity } from "./refund.entity";

/** One rupee: Razorpay returns no less. */
export const smallestRefund = 100;

/** The `lastError` of a refund that was not needed any more: somebody else had returned the money. */
export const alreadyReturned = "ALREADY_RETURNED";

type Payment = Pick<PaymentEntity, "amount" | "amountDeducted" | "outcome">;
type Refund = Pick<RefundEntity, "razorpayRefundId" | "amount" | "state">;

/** Where the money of a payment is. */
export interface Whereabouts {
  /** With the payer again, also what a bank took back. */
  returned: number;
  /** To go back, and not there yet. */
  due: number;
  /** Ours; below zero where more went back than came, by a refund and a dispute. */
  kept: number;
}

/** What of a payment is back, is to go back, and is ours; together they are what came in. */
export function whereaboutsOf(
  { amount, amountDeducted, outcome }: Payment,
  refunds: readonly Pick<Refund, "amount" | "state">[],
): Whereabouts {
  const sumOf = (...states: RefundEntity["state"][]) =>
    refunds.reduce((sum, refund) => sum + (states.includes(refund.state) ? refund.amount : 0), 0);
  const returned = sumOf("DONE") + amountDeducted;
  const left = Math.max(0, amount - returned);
  const due = outcome === "REFUND_DUE" ? left : Math.min(left, sumOf("DUE", "REQUESTED"));
  return { returned, due, kept: amount - returned - due };
}

/**
 * What becomes of the refunds that we decided on and the gateway does not have, where they are more than is left to
 * return: the smaller amount, 0 for one that is not needed any more.
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

const stateOf = { pending: "REQUESTED", processed: "DONE", failed: "FAILED" } as const;

/** The payments of which the gateway lists a refund that we do not know, or know in another state. */
export function findUnknown(listed: readonly GatewayRefund[], rows: readonly Refund[]): string[] {
  const byId = new Map(rows.map((row) => [row.razorpayRefundId, row]));
  const unknown = listed.filter(({ id, status }) => {
    const row = byId.get(id);
    return row ? row.state !== "DONE" && row.state !== stateOf[status] : status !== "failed";
  });
  return [...new Set(unknown.map(({ paymentId }) => paymentId))];
}
