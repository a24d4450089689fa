/** State transitions of orders, payments and refunds. Pure: each returns a new entity. */
import { makeId, type Dispute, type Notes, type Order, type Payment, type Refund } from "./entities";

/** The error of a declined test payment; the checkout passes the same to `payment.failed`. */
export const decline = {
  code: "BAD_REQUEST_ERROR",
  description: "Your payment was declined by the bank. Please try again or use another method.",
  source: "bank",
  step: "payment_authorization",
  reason: "payment_failed",
} as const;

export function openOrder(input: {
  amount: number;
  receipt: string | null;
  notes: Notes;
  at: number;
}): Order {
  const { amount, receipt, notes, at } = input;
  return {
    id: makeId("order"),
    entity: "order",
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: "INR",
    receipt,
    offer_id: null,
    status: "created",
    attempts: 0,
    notes,
    created_at: at,
  };
}

/** An order allows any number of attempts until one is captured. */
export function countAttempt(order: Order): Order {
  return { ...order, status: "attempted", attempts: order.attempts + 1 };
}

export function settleOrder(order: Order): Order {
  return { ...order, status: "paid", amount_paid: order.amount, amount_due: 0 };
}

export function authorizePayment(order: Order, at: number): Payment {
  return {
    id: makeId("pay"),
    entity: "payment",
    amount: order.amount,
    currency: order.currency,
    status: "authorized",
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: "upi",
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: "success@razorpay",
    email: null,
    contact: null,
    notes: order.notes,
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

export function openRefund(input: {
  payment: Payment;
  amount: number;
  receipt: string | null;
  notes: Notes;
  at: number;
}): Refund {
  const { payment, amount, receipt, notes, at } = input;
  return {
    id: makeId("rfnd"),
    entity: "refund",
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes,
    receipt,
    acquirer_data: { arn: null },
    created_at: at,
    batch_id: null,
    status: "processed",
    speed_processed: "normal",
    speed_requested: "normal",
  };
}

/** Disputes must be answered within a week. */
const respondWithinSeconds = 7 * 24 * 60 * 60;

export function openDispute(payment: Payment, amount: number, at: number): Dispute {
  return {
    id: makeId("disp"),
    entity: "dispute",
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    amount_deducted: 0,
    reason_code: "chargeback",
    respond_by: at + respondWithinSeconds,
    status: "open",
    phase: "chargeback",
    created_at: at,
  };
}

/** Ends a dispute; a lost one is deducted. */
export function endDispute(dispute: Dispute, status: "won" | "lost"): Dispute {
  return { ...dispute, status, amount_deducted: status === "lost" ? dispute.amount : 0 };
}
