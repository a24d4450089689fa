/** Whether a payment at the gateway pays for an order of ours. Pure. */

/** Razorpay's ids go into its paths unescaped, so nothing else may pass (facts.md). */
const paymentIdPattern = /^pay_[A-Za-z0-9]{14}$/;

export function isPaymentId(text: string): boolean {
  return paymentIdPattern.test(text);
}

export interface PaymentFault {
  code: "PAYMENT_NOT_CAPTURED" | "PAYMENT_AMOUNT_MISMATCH";
  message: string;
}

/** The fault of a payment as the gateway tells it, or undefined where it pays for the order. Amounts in paise. */
export function findPaymentFault(
  payment: { orderId: string | null; amount: number; currency: string; status: string } | undefined,
  order: { razorpayOrderId: string | null; amount: number },
): PaymentFault | undefined {
  if (!payment)
    return { code: "PAYMENT_NOT_CAPTURED", message: "The payment provider does not know this payment" };
  if (payment.orderId !== order.razorpayOrderId)
    return { code: "PAYMENT_NOT_CAPTURED", message: "This payment was made for another order" };
  if (payment.amount !== order.amount || payment.currency !== "INR")
    return {
      code: "PAYMENT_AMOUNT_MISMATCH",
      message: "The amount that was paid is not the amount of this order",
    };
  if (payment.status !== "captured" && payment.status !== "authorized")
    return {
      code: "PAYMENT_NOT_CAPTURED",
      message: "The payment did not go through. You can try again; nothing was taken",
    };
  return undefined;
}
