/** Razorpay's orders, payments, refunds and disputes, in memory. */
import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { CheckoutProof } from "../personas/traveller";
import type { Asked, GatewayDispute, GatewayOrder, GatewayPayment, GatewayRefund } from "./razorpayShapes";

export class RazorpayBooks {
  readonly keySecret = "kEySeCrEtThatNobodyMaySee";
  readonly orders = new Map<string, GatewayOrder>();
  readonly payments = new Map<string, GatewayPayment>();
  readonly refunds = new Map<string, GatewayRefund>();
  readonly disputes = new Map<string, GatewayDispute>();
  /** Status of new refunds. */
  refundStatus: "processed" | "pending" | "failed" = "processed";
  /** Idempotency keys of the refund calls, oldest first; "" for none. */
  readonly refundKeys: string[] = [];
  readonly #refundsByKey = new Map<string, GatewayRefund>();

  /** Creates an order as if we had requested it; returns its id. */
  openOrder(amount: number, receipt: string): string {
    const id = `order_${makeToken()}`;
    const order: GatewayOrder = {
      id,
      entity: "order",
      amount,
      currency: "INR",
      receipt,
      notes: {},
      status: "created",
    };
    this.orders.set(id, order);
    return id;
  }

  /** Creates a captured payment with these changes; returns the proof that the checkout hands to the page. */
  pay(orderId: string, changes: Partial<GatewayPayment> = {}): CheckoutProof {
    const { amount, currency } = this.orders.get(orderId)!;
    const id = `pay_${makeToken()}`;
    this.payments.set(id, {
      id,
      entity: "payment",
      order_id: orderId,
      amount,
      currency,
      status: "captured",
      captured: (changes.status ?? "captured") === "captured",
      ...changes,
    });
    const hmac = createHmac("sha256", this.keySecret).update(`${orderId}|${id}`);
    return { razorpay_order_id: orderId, razorpay_payment_id: id, razorpay_signature: hmac.digest("hex") };
  }

  capture(payment: GatewayPayment): void {
    Object.assign(payment, { status: "captured", captured: true });
  }

  /** Refunds an authorised payment, as Razorpay does if it is not captured in time. */
  refundUncaptured(paymentId: string): GatewayRefund {
    const payment = this.payments.get(paymentId)!;
    if (payment.status !== "authorized")
      throw new Error("Only an authorised payment is refunded automatically");
    return this.#makeRefund(payment, { amount: payment.amount, receipt: "" }, "processed");
  }

  /** Makes a refund, as in the gateway's dashboard. */
  refundAtDesk(paymentId: string, amount: number, status: string = "processed"): GatewayRefund {
    const refund = this.#refund(this.payments.get(paymentId)!, { amount, receipt: "" }, "", status);
    if (!refund) throw new Error("The gateway would reject this refund");
    return refund;
  }

  /** Creates a dispute, as a payer does at their bank. */
  dispute(paymentId: string, amount: number): GatewayDispute {
    const dispute: GatewayDispute = {
      id: `disp_${makeToken()}`,
      entity: "dispute",
      payment_id: paymentId,
      amount,
      amount_deducted: 0,
      status: "open",
    };
    this.disputes.set(dispute.id, dispute);
    return dispute;
  }

  /** Returns the API's response; undefined if the API refuses the call. */
  protected answer({ method, url = "", headers }: IncomingMessage, body: Asked): object | undefined {
    const { pathname, searchParams } = new URL(url, "http://gateway");
    const [, kind, id = "", action] =
      /^\/v1\/(orders|payments|refunds|disputes)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
    const [count, skip] = [Number(searchParams.get("count")), Number(searchParams.get("skip"))];
    const listed = (items: Iterable<object>) => collect([...items].reverse().slice(skip, skip + count));
    if (kind === "disputes") return id ? this.disputes.get(id) : listed(this.disputes.values());
    if (kind === "refunds") return id ? this.refunds.get(id) : listed(this.refunds.values());
    if (kind === "orders") {
      if (method === "POST") {
        const id = `order_${makeToken()}`;
        const order: GatewayOrder = { ...body, id, entity: "order", status: "created" };
        this.orders.set(order.id, order);
        return order;
      }
      if (!id)
        return collect(
          [...this.orders.values()]
            .filter(({ receipt }) => receipt === searchParams.get("receipt"))
            .reverse(),
        );
      if (!this.orders.has(id)) return undefined;
      if (action === "payments")
        return collect([...this.payments.values()].filter(({ order_id }) => order_id === id));
      return this.orders.get(id);
    }
    const payment = kind === "payments" ? this.payments.get(id) : undefined;
    if (payment && method === "POST" && action === "capture") this.capture(payment);
    if (payment && method === "POST" && action === "refund")
      return this.#refund(payment, body, String(headers["x-refund-idempotency"] ?? ""));
    if (payment && action === "refunds")
      return listed([...this.refunds.values()].filter(({ payment_id }) => payment_id === id));
    return payment;
  }

  /**
   * The same key returns the same refund; without a key, each call makes a refund. A payment stays captured until it
   * is refunded in full, and cannot be refunded further.
   */
  #refund(
    payment: GatewayPayment,
    { amount, receipt }: Pick<Asked, "amount" | "receipt">,
    key: string,
    status: string = this.refundStatus,
  ): GatewayRefund | undefined {
    this.refundKeys.push(key);
    const known = this.#refundsByKey.get(key);
    if (known) return known.amount === amount && known.payment_id === payment.id ? known : undefined;
    if (payment.status !== "captured" || (payment.amount_refunded ?? 0) + amount > payment.amount)
      return undefined;
    const refund = this.#makeRefund(payment, { amount, receipt }, status);
    if (key) this.#refundsByKey.set(key, refund);
    return refund;
  }

  #makeRefund(
    payment: GatewayPayment,
    { amount, receipt }: Pick<Asked, "amount" | "receipt">,
    status: string,
  ): GatewayRefund {
    const refunded = (payment.amount_refunded ?? 0) + amount;
    const refund: GatewayRefund = {
      id: `rfnd_${makeToken()}`,
      entity: "refund",
      payment_id: payment.id,
      amount,
      receipt: receipt || null,
      status,
      created_at: Math.floor(Date.now() / 1000),
    };
    if (status !== "failed") {
      const isFull = refunded === payment.amount;
      payment.amount_refunded = refunded;
      payment.refund_status = isFull ? "full" : "partial";
      if (isFull) payment.status = "refunded";
    }
    this.refunds.set(refund.id, refund);
    return refund;
  }
}

function collect(items: object[]): object {
  return { entity: "collection", count: items.length, items };
}

export function makeToken(): string {
  return randomBytes(7).toString("hex");
}
