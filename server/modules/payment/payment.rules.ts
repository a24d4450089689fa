/** Whether a payment at the gateway pays for an order of ours, and when to ask the gateway again. Pure. */

const minute = 60_000;
const hour = 60 * minute;

/** Ids go into Razorpay's paths unescaped, so nothing else may pass. */
const paymentIdPattern = /^pay_[A-Za-z0-9]{14}$/;

export function isPaymentId(text: string): boolean {
  return paymentIdPattern.test(text);
}

export interface PaymentProblem {
  code: "PAYMENT_NOT_CAPTURED" | "PAYMENT_AMOUNT_MISMATCH";
  message: string;
}

/**
 * What is wrong with a payment as the gateway reports it, or undefined where it pays for the order. Amounts in paise.
 */
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

/** Why money that a bank has reserved is not taken: it would have to be returned at once. */
export type UntakenReason = "CANCELLED" | "PAID_ALREADY" | "PRICE_CHANGED";

/**
 * An order is checked once the browser has had its time, and as long as a failed payment can still be captured: three
 * days at Razorpay.
 */
export const checkAfterMs = 15 * minute;
export const checkUntilMs = 4 * 24 * hour;

/**
 * When to ask about an unpaid order again: half its age later, so that days take some twenty questions; 6 hours at
 * most.
 */
export function nextCheckAt({ createdAt, now }: { createdAt: Date; now: Date }): Date {
  const age = Math.max(now.getTime() - createdAt.getTime(), checkAfterMs);
  return new Date(now.getTime() + Math.min(age / 2, 6 * hour));
}

/** When to try again what went wrong that often: after 5 seconds, then twice as long each time; an hour at most. */
export function nextTryAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(5_000 * 2 ** Math.min(attempts - 1, 20), hour));
}
