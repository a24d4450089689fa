/** What the gateway returned beside what we decided on, and what that leaves. Pure. Amounts in paise. */
import type { GatewayRefund } from "../../../ports";
import type { PaymentEntity } from "../payment.entity";
import type { RefundEntity } from "./refund.entity";

/** One rupee: Razorpay returns no less. */
export const smallestRefund = 100;

/** The `lastError` of a refund that was not needed any more: somebody else had returned the money. */
export const alreadyReturned = "ALREADY_RETURNED";

type Payment = Pick<PaymentEntity, "amount" | "amountDeducted">;
type Refund = Pick<RefundEntity, "razorpayRefundId" | "amount" | "state">;

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
