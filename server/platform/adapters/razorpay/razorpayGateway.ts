import { createHmac, timingSafeEqual } from "node:crypto";
import Razorpay from "razorpay";
import type { Refunds } from "razorpay/dist/types/refunds";
import {
  GatewayRejected,
  GatewayUnavailable,
  RefundRejected,
  type CheckoutProof,
  type GatewayDispute,
  type GatewayEvent,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  type NewOrder,
  type NewRefund,
  type PaymentGateway,
  type WebhookFault,
  type WebhookRequest,
} from "../../../core/gatewayPort";
import type { Log } from "../../../core/ports";
import { withSpan } from "../../metrics/spans";
import { classifyErrors, normaliseError, openHttpClient, type HttpClient } from "./razorpayHttp";
import { readEvent, readSignature } from "./razorpayEvents";
import { idPatterns, toDispute, toOrder, toPayment, toRefund } from "./razorpayEntities";

/** Razorpay's maximum page size. */
const pageSize = 100;
const maxPages = 20;

interface Options {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  previousWebhookSecret: string | undefined;
  /** The origin, without `/v1`, as in the setting. */
  apiUrl: string;
}

/** Razorpay, or a compatible server at `apiUrl`, through Razorpay's own package. */
export class RazorpayGateway implements PaymentGateway {
  readonly keyId: string;
  readonly #keySecret: string;
  readonly #webhookSecrets: readonly string[];
  readonly #api: Razorpay;
  readonly #http: HttpClient;
  readonly #log: Log;

  constructor(
    { keyId, keySecret, webhookSecret, previousWebhookSecret, apiUrl }: Options,
    { log, timeoutMs }: { log: Log; timeoutMs: number },
  ) {
    this.keyId = keyId;
    this.#keySecret = keySecret;
    this.#webhookSecrets = previousWebhookSecret ? [webhookSecret, previousWebhookSecret] : [webhookSecret];
    this.#api = new Razorpay({ key_id: keyId, key_secret: keySecret });
    this.#http = openHttpClient(this.#api, apiUrl, timeoutMs);
    this.#log = log;
  }

  async createOrder(order: NewOrder): Promise<GatewayOrder> {
    const create = () => this.#api.orders.create({ ...order, currency: "INR" });
    return toOrder(await this.#call("createOrder", create));
  }

  async findOrderByReceipt(receipt: string): Promise<GatewayOrder | undefined> {
    const { items } = await this.#call("findOrderByReceipt", () => this.#api.orders.all({ receipt }));
    // Razorpay lists the newest first.
    return items.map(toOrder).findLast((order) => order.receipt === receipt);
  }

  async findOrderPayments(orderId: string): Promise<GatewayPayment[] | undefined> {
    const fetch = () => this.#api.orders.fetchPayments(orderId);
    return this.#find("findOrderPayments", idPatterns.order, orderId, async () =>
      (await this.#call("findOrderPayments", fetch)).items.map(toPayment),
    );
  }

  async findPayment(paymentId: string): Promise<GatewayPayment | undefined> {
    return this.#find("findPayment", idPatterns.payment, paymentId, async () =>
      toPayment(await this.#call("findPayment", () => this.#api.payments.fetch(paymentId))),
    );
  }

  async capture(paymentId: string, amount: number): Promise<GatewayPayment> {
    try {
      const capture = () => this.#api.payments.capture(paymentId, amount, "INR");
      return toPayment(await this.#call("capture", capture));
    } catch (error) {
      // Razorpay rejects the capture of a payment that is already captured or cannot be captured; the payment's state
      // shows which.
      const now = error instanceof GatewayRejected ? await this.findPayment(paymentId) : undefined;
      if (now) return now;
      throw error;
    }
  }

  async refund(paymentId: string, refund: NewRefund): Promise<GatewayRefund> {
    if (!this.isPaymentId(paymentId)) throw new RefundRejected("NOT_AN_ID");
    // Calls the HTTP client directly, because the package's `payments.refund` drops the idempotency header.
    const { amount, receipt, idempotencyKey } = refund;
    const headers = { "X-Refund-Idempotency": idempotencyKey };
    const body = { amount, receipt };
    const path = `/v1/payments/${paymentId}/refund`;
    const post = () => this.#http.post<Refunds.RazorpayRefund>(path, body, { headers }).catch(normaliseError);
    try {
      return toRefund(await this.#call("refund", async () => (await post()).data));
    } catch (error) {
      // Other statuses, such as 401, are configuration errors, which say nothing about this refund.
      if (error instanceof GatewayRejected && error.status === 400)
        throw new RefundRejected(error.code, { cause: error });
      throw error;
    }
  }

  async findRefund(refundId: string): Promise<GatewayRefund | undefined> {
    return this.#find("findRefund", idPatterns.refund, refundId, async () =>
      toRefund(await this.#call("findRefund", () => this.#api.refunds.fetch(refundId))),
    );
  }

  async findRefundsByPayment(paymentId: string): Promise<GatewayRefund[]> {
    if (!this.isPaymentId(paymentId)) return [];
    return this.#findRefunds("findRefundsByPayment", { payment_id: paymentId });
  }

  async findRefundsSince(from: Date): Promise<GatewayRefund[]> {
    return this.#findRefunds("findRefundsSince", { from: Math.floor(from.getTime() / 1000) });
  }

  async findDispute(disputeId: string): Promise<GatewayDispute | undefined> {
    return this.#find("findDispute", idPatterns.dispute, disputeId, async () =>
      toDispute(await this.#call("findDispute", () => this.#api.disputes.fetch(disputeId))),
    );
  }

  async findLatestDisputes(): Promise<GatewayDispute[]> {
    const fetch = () => this.#api.disputes.all({ count: pageSize });
    return (await this.#call("findLatestDisputes", fetch)).items.map(toDispute);
  }

  isPaymentId(text: string): boolean {
    return idPatterns.payment.test(text);
  }

  verifiesCheckout({ orderId, paymentId, signature }: CheckoutProof): boolean {
    return isSigned(Buffer.from(`${orderId}|${paymentId}`), signature, this.#keySecret);
  }

  readWebhook(request: WebhookRequest): GatewayEvent | WebhookFault {
    const signature = readSignature(request);
    // Tries all secrets, so that the response time does not reveal which one matched.
    const matches = this.#webhookSecrets.filter((secret) => isSigned(request.bytes, signature, secret));
    return matches.length > 0 ? (readEvent(request) ?? "UNREADABLE") : "UNSIGNED";
  }

  /** Makes the call. Logs the kind of outage, without personal data. */
  async #call<T extends object>(call: string, work: () => Promise<T>): Promise<T> {
    try {
      return await withSpan(`gateway ${call}`, {}, () => classifyErrors(work()));
    } catch (error) {
      if (error instanceof GatewayUnavailable)
        this.#log.warn({ call, outage: error.kind }, "payment gateway outage");
      throw error;
    }
  }

  /** Reads all pages, at most `maxPages`. */
  async #findRefunds(call: string, which: { payment_id?: string; from?: number }): Promise<GatewayRefund[]> {
    const found: GatewayRefund[] = [];
    for (let page = 0; page < maxPages; page++) {
      const { items } = await this.#call(call, () =>
        this.#api.refunds.all({ ...which, count: pageSize, skip: page * pageSize }),
      );
      found.push(...items.map(toRefund));
      if (items.length < pageSize) break;
    }
    return found;
  }

  async #find<T>(call: string, pattern: RegExp, id: string, work: () => Promise<T>): Promise<T | undefined> {
    if (!pattern.test(id)) return undefined;
    try {
      return await work();
    } catch (error) {
      // Razorpay returns 400 for unknown ids. Other statuses, such as 401, say nothing about the id.
      if (!(error instanceof GatewayRejected) || (error.status !== 400 && error.status !== 404)) throw error;
      this.#log.info({ call, status: error.status }, "the payment gateway does not know this id");
      return undefined;
    }
  }
}

/** Checked first, because `Buffer.from` silently stops at the first invalid pair of hex digits. */
const signaturePattern = /^[0-9a-f]{64}$/i;

function isSigned(bytes: Buffer, signature: string, secret: string): boolean {
  if (signature.length !== 64 || !signaturePattern.test(signature)) return false;
  const expected = createHmac("sha256", secret).update(bytes).digest();
  return timingSafeEqual(Buffer.from(signature, "hex"), expected);
}
