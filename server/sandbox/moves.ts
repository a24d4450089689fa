/** State transitions of orders, payments and refunds. Pure: each returns a new entity. */
import { fixedFields, makeId, type Dispute, type Order, type Payment, type Refund } from "./entities";

/** The error of a declined test payment; the checkout passes the same values to `payment.failed`. */
export const decline = {
  code: "BAD_REQUEST_ERROR",
  description: "Your payment was declined by the bank. Please try again or use another method.",
  source: "bank",
  step: "payment_authorization",
  reason: "payment_failed",
} as const;

export function openOrder(given: Pick<Order, "amount" | "receipt" | "notes" | "created_at">): Order {
  const { amount } = given;
  return {
    id: makeId("order"),
    ...fixedFields.order,
    ...given,
    amount_paid: 0,
    amount_due: amount,
    status: "created",
    attempts: 0,
  };
}

/** An order allows any number of attempts until one is captured. */
export function countAttempt(order: Order): Order {
  return { ...order, status: "attempted", attempts: order.attempts + 1 };
}

export function settleOrder(order: Order): Order {
  return { ...order, status: "paid", amount_paid: order.amount, amount_due: 0 };
}

export function authorizePayment({ id: order_id, amount, notes }: Order, at: number): Payment {
  return {
    id: makeId("pay"),
    ...fixedFields.payment,
    amount,
    status: "authorized",
    order_id,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    vpa: "success@razorpay",
    notes,
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: { rrn: null },
    created_at: at,
  };
}

export function failPayment(order: Order, at: number): Payment {
  return {
    ...authorizePayment(order, at),
    status: "failed",
    vpa: "failure@razorpay",
    error_code: decline.code,
    error_description: decline.description,
    error_source: decline.source,
    error_step: decline.step,
    error_reason: decline.reason,
  };
}

/** Captures the payment. The fee is Razorpay's 2 % with 18 % GST on it; `fee` includes `tax`. */
export function capturePayment(payment: Payment): Payment {
  const charge = Math.round(payment.amount * 0.02);
  const tax = Math.round(charge * 0.18);
  return { ...payment, status: "captured", captured: true, fee: charge + tax, tax };
}

/** Refunds `amount` more; the payment stays `captured` until it is fully refunded. */
export function refundPayment(payment: Payment, amount: number): Payment {
  const refunded = payment.amount_refunded + amount;
  const isFull = refunded === payment.amount;
  return {
    ...payment,
    amount_refunded: refunded,
    refund_status: isFull ? "full" : "partial",
    status: isFull ? "refunded" : "captured",
  };
}

export function openRefund(
  { id: payment_id }: Payment,
  given: Pick<Refund, "amount" | "receipt" | "notes" | "created_at">,
): Refund {
  return { id: makeId("rfnd"), ...fixedFields.refund, payment_id, ...given };
}

/** Disputes must be answered within a week. */
const respondWithinSeconds = 7 * 24 * 60 * 60;

export function openDispute({ id: payment_id }: Payment, amount: number, at: number): Dispute {
  return {
    id: makeId("disp"),
    ...fixedFields.dispute,
    payment_id,
    amount,
    amount_deducted: 0,
    respond_by: at + respondWithinSeconds,
    status: "open",
    created_at: at,
  };
}

export function endDispute(dispute: Dispute, status: "won" | "lost"): Dispute {
  return { ...dispute, status, amount_deducted: status === "lost" ? dispute.amount : 0 };
}
