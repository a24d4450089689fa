/**
 * Razorpay's rules for orders, payments and refunds, and the webhooks that follow. Each call resolves when
 * the change is on disk, and rejects with `RazorpayError` if it is not allowed.
 */
import type { Dispute, EventName, Order, Payment, Refund, WebhookEvent } from "./entities";
import { checkCurrency, findAmount, findReceipt, getAmount, readNotes, type Body } from "./fields";
import type { LedgerQueries } from "./ledgerQueries";
import {
  authorizePayment,
  capturePayment,
  countAttempt,
  endDispute,
  failPayment,
  openDispute,
  openOrder,
  openRefund,
  refundPayment,
  settleOrder,
} from "./moves";
import { badRequest } from "./razorpayError";
import type { RefundRequest, Store, StoreRecord } from "./store";
import type { Webhooks } from "./webhooks";

/** One rupee, in paise: Razorpay's smallest order, payment and refund. */
const smallestAmount = 100;

interface Change<Result> {
  saved: WebhookEvent["entities"];
  answered?: RefundRequest | undefined;
  events: WebhookEvent[];
  result: Result;
}

interface Deps {
  webhooks: Webhooks;
  queries: LedgerQueries;
  now: () => Date;
}

export class Ledger {
  constructor(
    private readonly store: Store,
    private readonly deps: Deps,
  ) {}

  createOrder(body: Body): Promise<Order> {
    return this.#commit(() => {
      const amount = getAmount(body);
      if (amount < smallestAmount)
        throw badRequest("Order amount less than minimum amount allowed", {
          field: "amount",
          step: "order_creation",
          reason: "amount_less_than_minimum_amount",
        });
      checkCurrency(body.currency);
      const receipt = findReceipt(body);
      const order = openOrder({ amount, receipt, notes: readNotes(body), created_at: this.#getSeconds() });
      return { saved: { order }, events: [], result: order };
    });
  }

  /** Makes a payment attempt, as in the checkout, that ends in the requested state. */
  pay(orderId: string, outcome: "captured" | "authorized" | "failed"): Promise<Payment> {
    return this.#commit(() => {
      const unpaid = this.deps.queries.get("order", orderId);
      if (unpaid.status === "paid") throw orderAlreadyPaid();
      const order = countAttempt(unpaid);
      if (outcome === "failed") {
        const payment = failPayment(order, this.#getSeconds());
        return toChange(payment, { order, payment }, "payment.failed", { payment });
      }
      const authorized = authorizePayment(order, this.#getSeconds());
      const saved = { order, payment: authorized };
      const change = toChange(authorized, saved, "payment.authorized", { payment: authorized });
      if (outcome === "authorized") return change;
      const captured = settle(order, authorized);
      return { ...captured, events: [...change.events, ...captured.events] };
    });
  }

  /** Adds a captured payment of any amount, even to a paid order; Razorpay rarely accepts such a payment. */
  payAmount(orderId: string, body: Body): Promise<Payment> {
    return this.#commit(() => {
      const order = this.deps.queries.get("order", orderId);
      const authorized = { ...authorizePayment(order, this.#getSeconds()), amount: getAmount(body) };
      const payment = capturePayment(authorized);
      return toChange(payment, { payment }, "payment.captured", { payment });
    });
  }

  capture(paymentId: string, body: Body): Promise<Payment> {
    return this.#commit(() => {
      const payment = this.deps.queries.get("payment", paymentId);
      if (payment.captured) throw badRequest("This payment has already been captured");
      if (payment.status !== "authorized")
        throw badRequest("Only payments which have been authorized and not yet captured can be captured");
      const amount = getAmount(body);
      // Optional here, because the SDK omits the currency if its caller does.
      if (body.currency !== undefined) checkCurrency(body.currency);
      if (amount !== payment.amount)
        throw badRequest("Capture amount must be equal to the amount authorized", { field: "amount" });
      const order = this.deps.queries.get("order", payment.order_id);
      if (order.status === "paid") throw orderAlreadyPaid();
      return settle(order, payment);
    });
  }

  /** Refunds `body.amount`, or the rest if it is omitted. The same `idempotencyKey` returns the same refund. */
  refund(paymentId: string, body: Body, idempotencyKey: string | undefined): Promise<Refund> {
    return this.#commit(() => {
      const request = JSON.stringify([paymentId, body.amount, body.receipt, body.notes]);
      const earlier = this.#findAnsweredRefund(idempotencyKey, request);
      if (earlier) return { saved: {}, events: [], result: earlier };

      const payment = this.deps.queries.get("payment", paymentId);
      if (payment.status === "refunded") throw badRequest("The payment has been fully refunded already");
      if (payment.status !== "captured")
        throw badRequest("The payment status should be captured for action to be taken");
      const left = payment.amount - payment.amount_refunded;
      const asked = findAmount(body);
      if (asked !== undefined && asked < smallestAmount)
        throw badRequest("The amount must be at least INR 1.00", { field: "amount" });
      const amount = asked ?? left;
      if (amount > left)
        throw badRequest("The total refund amount is greater than the refund payment amount", {
          field: "amount",
        });
      const receipt = findReceipt(body);
      const given = { amount, receipt, notes: readNotes(body), created_at: this.#getSeconds() };
      const entities = { refund: openRefund(payment, given), payment: refundPayment(payment, amount) };
      const answered = idempotencyKey === undefined ? undefined : { key: idempotencyKey, request };
      return { ...toChange(entities.refund, entities, "refund.processed", entities), answered };
    });
  }

  dispute(paymentId: string, amount?: number): Promise<Dispute> {
    return this.#commit(() => {
      const payment = this.deps.queries.get("payment", paymentId);
      if (!payment.captured) throw badRequest("Only a captured payment can be disputed");
      const dispute = openDispute(payment, amount ?? payment.amount, this.#getSeconds());
      return toChange(dispute, { dispute }, "payment.dispute.created", { payment, dispute });
    });
  }

  endDispute(disputeId: string, outcome: "won" | "lost"): Promise<Dispute> {
    return this.#commit(() => {
      const open = this.deps.queries.get("dispute", disputeId);
      if (open.status !== "open") throw badRequest("The dispute has ended already");
      const dispute = endDispute(open, outcome);
      const payment = this.deps.queries.get("payment", dispute.payment_id);
      return toChange(dispute, { dispute }, `payment.dispute.${outcome}`, { payment, dispute });
    });
  }

  #findAnsweredRefund(key: string | undefined, request: string): Refund | undefined {
    if (key === undefined) return undefined;
    if (!/^[\w-]{10,}$/.test(key))
      throw badRequest(
        "The idempotency key must be at least 10 characters: letters, digits, hyphens, underscores",
      );
    const answered = this.store.refundRequests.get(key);
    if (!answered) return undefined;
    if (answered.request !== request)
      throw badRequest("Different request with the same idempotency key has already been processed.");
    return this.deps.queries.get("refund", answered.refundId);
  }

  async #commit<Result>(decide: () => Change<Result>): Promise<Result> {
    const { result, deliveryIds } = await this.store.change(() => {
      const { saved, answered, events, result } = decide();
      const records = Object.entries(saved).map(
        ([kind, value]) => ({ kind, value, ...(kind === "refund" && { answered }) }) as StoreRecord,
      );
      const deliveries = this.deps.webhooks.prepareDeliveries(events);
      return {
        records: [...records, ...deliveries.map((value): StoreRecord => ({ kind: "delivery", value }))],
        result: { result, deliveryIds: deliveries.map(({ id }) => id) },
      };
    });
    for (const id of deliveryIds) this.deps.webhooks.schedule(id);
    return result;
  }

  #getSeconds(): number {
    return Math.floor(this.deps.now().getTime() / 1000);
  }
}

/** Returns a change that one event reports. */
function toChange<Result>(
  result: Result,
  saved: WebhookEvent["entities"],
  name: EventName,
  entities: WebhookEvent["entities"],
): Change<Result> {
  return { saved, events: [{ name, entities }], result };
}

/** Captures the authorised payment, which pays the order. */
function settle(unpaid: Order, authorized: Payment): Change<Payment> {
  const payment = capturePayment(authorized);
  const order = settleOrder(unpaid);
  return {
    saved: { order, payment },
    events: [
      { name: "payment.captured", entities: { payment } },
      { name: "order.paid", entities: { payment, order } },
    ],
    result: payment,
  };
}

function orderAlreadyPaid() {
  return badRequest("Payment already done for this order.");
}
