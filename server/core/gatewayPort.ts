/** The interface to the payment gateway; implemented in `adapters/razorpay/`. */

/** An order at the gateway. `amount` in paise. */
export interface GatewayOrder {
  id: string;
  amount: number;
  currency: string;
  status: "created" | "attempted" | "paid";
  receipt: string | null;
}

export type NewOrder = Pick<GatewayOrder, "amount"> & { receipt: string; notes: Record<string, string> };
export type NewRefund = Pick<GatewayRefund, "amount"> & { receipt: string; idempotencyKey: string };

/** The values that the checkout returns to the page as proof of a payment. */
export interface CheckoutProof {
  orderId: string;
  paymentId: string;
  signature: string;
}

/** A payment at the gateway. Amounts in paise. */
export interface GatewayPayment {
  id: string;
  orderId: string | null;
  amount: number;
  /** The total of completed and pending refunds, including those made at the gateway. */
  amountRefunded: number;
  currency: string;
  /** An authorised payment that the gateway refunded, because it was not captured in time, is `failed`. */
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
}

/** A refund at the gateway. `amount` in paise. */
export interface GatewayRefund {
  id: string;
  paymentId: string;
  amount: number;
  /** The id of our refund; null or another value if the refund was made at the gateway. */
  receipt: string | null;
  status: "pending" | "processed" | "failed";
}

/** A payer's dispute of a payment at their bank. Amounts in paise. */
export interface GatewayDispute {
  id: string;
  paymentId: string;
  amount: number;
  /** The amount deducted from us; 0 unless the dispute is lost. */
  amountDeducted: number;
  status: "open" | "under_review" | "won" | "lost" | "closed";
}

/** An event that a webhook reports. An id is null if the event does not name it. */
export interface GatewayEvent {
  /** The same for each delivery of the event. */
  id: string;
  type: string;
  orderId: string | null;
  paymentId: string | null;
  refundId: string | null;
  disputeId: string | null;
  /** True if we process events of this type and the event names an object. */
  concernsUs: boolean;
}

/** The HTTP request of a webhook: the unparsed body, and headers by name ("" if missing). */
export interface WebhookRequest {
  bytes: Buffer;
  header: (name: string) => string;
}

/** The webhook has no valid signature, or a signed body that is not an event. */
export type WebhookFault = "UNSIGNED" | "UNREADABLE";

/**
 * The payment gateway. Each call rejects with `GatewayUnavailable` if the outcome is unknown (no response, timeout,
 * HTTP 429 or 5xx, or a response from another server), and with `GatewayRejected` if the gateway rejects it. The
 * `find…` calls return undefined for an object that does not exist.
 */
export interface PaymentGateway {
  /** The public part of the key, for the checkout. */
  readonly keyId: string;
  createOrder(order: NewOrder): Promise<GatewayOrder>;
  /** Returns the order with this receipt, or the oldest of several. */
  findOrderByReceipt(receipt: string): Promise<GatewayOrder | undefined>;
  /** Returns every payment attempt for the order, including failed ones. */
  findOrderPayments(orderId: string): Promise<GatewayPayment[] | undefined>;
  findPayment(paymentId: string): Promise<GatewayPayment | undefined>;
  /** Captures an authorised payment; `amount` in paise. Returns the updated payment. */
  capture(paymentId: string, amount: number): Promise<GatewayPayment>;
  /**
   * Makes a refund; a retry with the same `idempotencyKey` returns the first one. Rejects with `RefundRejected` if the
   * refund can never succeed.
   */
  refund(paymentId: string, refund: NewRefund): Promise<GatewayRefund>;
  findRefund(refundId: string): Promise<GatewayRefund | undefined>;
  /** Returns every refund of a payment, including failed ones and those made at the gateway. */
  findRefundsByPayment(paymentId: string): Promise<GatewayRefund[]>;
  /** Returns the account's refunds since `from`, newest first, at most 2,000. */
  findRefundsSince(from: Date): Promise<GatewayRefund[]>;
  findDispute(disputeId: string): Promise<GatewayDispute | undefined>;
  /** Returns the account's latest 100 disputes. */
  findLatestDisputes(): Promise<GatewayDispute[]>;
  isPaymentId(text: string): boolean;
  /** Verifies a webhook against the current and the previous secret, and returns its event. */
  readWebhook(request: WebhookRequest): GatewayEvent | WebhookFault;
  /** True if the gateway's signature proves that the payment was made for the order. */
  verifiesCheckout(proof: CheckoutProof): boolean;
}

/** The kinds of gateway failure; FOREIGN_ANSWER is a response from another server, such as a proxy. */
export type OutageKind = "TIMEOUT" | "NO_CONNECTION" | "RATE_LIMITED" | "SERVER_ERROR" | "FOREIGN_ANSWER";

/** The outcome of a call is unknown: it may or may not have taken effect. */
export class GatewayUnavailable extends Error {
  override readonly name = "GatewayUnavailable";

  constructor(
    readonly kind: OutageKind,
    options?: ErrorOptions,
  ) {
    super(`The payment gateway gave no conclusive response: ${kind}`, options);
  }
}

/**
 * The gateway rejected a call, for example because of a wrong key. Its status is not called `statusCode`, because
 * `describeError` would respond to our client with that status.
 */
export class GatewayRejected extends Error {
  override readonly name = "GatewayRejected";

  constructor(
    readonly status: number,
    readonly code: string,
    description: string,
  ) {
    super(`The payment gateway rejected the call: ${status} ${code} ${description}`);
  }
}

/** The gateway will never accept the refund. The message is the gateway's error code. */
export class RefundRejected extends Error {
  override readonly name = "RefundRejected";
}
