/** Whether a payment at the gateway pays for an order, and when to ask the gateway again. Pure. */

const minute = 60_000;
const hour = 60 * minute;

export interface PaymentProblem {
  code: "PAYMENT_NOT_CAPTURED" | "PAYMENT_AMOUNT_MISMATCH";
  message: string;
}

/** Returns why a payment does not pay for the order; undefined if it does. Amounts in paise. */
export function findPaymentProblem(
  payment: { orderId: string | null; amount: number; currency: string; status: string } | undefined,
  order: { razorpayOrderId: string | null; amount: number },
): PaymentProblem | undefined {
  if (!payment)
    return { code: "PAYMENT_NOT_CAPTURED", message: "The payment provider does not know this payment" };
  if (payment.orderId !== order.razorpayOrderId)
    return { code: "PAYMENT_NOT_CAPTURED", message: "This payment was made for another order" };
  if (payment.amount !== order.amount || payment.currency !== "INR")
    return {
      code: "PAYMENT_AMOUNT_MISMATCH",
      message: "The amount paid does not match this order. It will be refunded to you",
    };
  if (payment.status !== "captured" && payment.status !== "authorized")
    return {
      code: "PAYMENT_NOT_CAPTURED",
      message: "The payment did not go through. You can try again; no money was taken",
    };
  return undefined;
}

/** Why an authorised payment is not captured; in each case, we would have to refund it immediately. */
export type UntakenReason = "CANCELLED" | "PAID_ALREADY" | "PRICE_CHANGED";

/** Time for the checkout to finish before the first check. */
export const checkAfterMs = 15 * minute;
/**
 * How long an order is checked after it was handed out; longer than the three days in which Razorpay can still capture
 * a failed payment.
 */
export const checkUntilMs = 4 * 24 * hour;

/** Returns when to check an unpaid order again: after half the time since it was handed out, at most 6 hours. */
export function nextCheckAt({ handedOutAt, now }: { handedOutAt: Date; now: Date }): Date {
  const age = Math.max(now.getTime() - handedOutAt.getTime(), checkAfterMs);
  return new Date(now.getTime() + Math.min(age / 2, 6 * hour));
}

/** Returns when to retry: 5 seconds after the first failure, then doubled each time, at most an hour. */
export function nextTryAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(5_000 * 2 ** Math.min(attempts - 1, 20), hour));
}
