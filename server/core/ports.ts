/** Whom the services call outside: one small interface each. The real ones are in `adapters/`. */

export interface Clock {
  now(): Date;
}

/** Where notices go that nobody waits for. Never personal data. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The texts that are registered with the provider of SMS, as their rows in `messageTexts.rules.ts`. */
export type SmsTemplate = "login-code" | "number-code" | "number-changed" | MessageTemplate;
/** The messages to a traveller by SMS and by e-mail. */
export type MessageTemplate =
  | "paid"
  | "payment-not-taken"
  | "documents-needed"
  | "action-required"
  | "approved"
  | "rejected"
  | "refund-due"
  | "refunded";

export interface TextMessage {
  /** The message's own, so that a second sending of the same one can be recognised. */
  id: string;
  /** `+` and digits. */
  to: string;
  template: SmsTemplate;
  /** What stands in the open places of the registered text, in their order. */
  params: readonly string[];
  /** The text with these in it. */
  text: string;
}

/** Rejects where the provider did not take the message; with `MessageNotTaken` where it is known why. */
export interface SmsSender {
  send(message: TextMessage): Promise<void>;
}

export interface MailMessage {
  /** As of `TextMessage`. */
  id: string;
  to: string;
  template: MessageTemplate;
  subject: string;
  text: string;
  html: string;
}

/** Rejects as `SmsSender` does. */
export interface MailSender {
  send(message: MailMessage): Promise<void>;
}

/**
 * REFUSED: this message will not be taken, however often it is sent. LATER: it may be another time. OUTAGE: the
 * provider takes nothing at all at the moment.
 */
export type NotTakenKind = "REFUSED" | "LATER" | "OUTAGE";

/** A provider did not take a message; it may have taken it where no response came. `code` without personal values. */
export class MessageNotTaken extends Error {
  override readonly name = "MessageNotTaken";

  constructor(
    readonly kind: NotTakenKind,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`The message was not taken: ${code}`, options);
  }
}

/** An order at the gateway. `amount` in paise. */
export interface GatewayOrder {
  id: string;
  amount: number;
  currency: string;
  status: "created" | "attempted" | "paid";
  receipt: string | null;
}

/** A payment at the gateway. Amounts in paise. */
export interface GatewayPayment {
  id: string;
  orderId: string | null;
  amount: number;
  /** What of it went back or is on its way, whoever asked for it. */
  amountRefunded: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
}

/** Money on its way back. `amount` in paise. */
export interface GatewayRefund {
  id: string;
  paymentId: string;
  amount: number;
  /** Our refund's id; null or anything where somebody else asked for it. */
  receipt: string | null;
  status: "pending" | "processed" | "failed";
}

/** A payment that its payer disputes at their bank. Amounts in paise. */
export interface GatewayDispute {
  id: string;
  paymentId: string;
  /** What the payer wants back. */
  amount: number;
  /** What was taken from us; 0 unless it is lost. */
  amountDeducted: number;
  status: "open" | "under_review" | "won" | "lost" | "closed";
}

/**
 * Razorpay. Each call rejects with `GatewayUnavailable` where the outcome is not known (no response, time-out,
 * HTTP 429 or 5xx); an absent order, payment or refund is `undefined`.
 */
export interface PaymentGateway {
  /** The public half of the key, for the checkout. */
  readonly keyId: string;
  createOrder(order: {
    amount: number;
    receipt: string;
    notes: Record<string, string>;
  }): Promise<GatewayOrder>;
  /** The order that was made with that receipt; the oldest where there are more. */
  findOrderByReceipt(receipt: string): Promise<GatewayOrder | undefined>;
  /** Every try to pay for the order, those that failed too. */
  findOrderPayments(orderId: string): Promise<GatewayPayment[] | undefined>;
  findPayment(paymentId: string): Promise<GatewayPayment | undefined>;
  /** Takes the money of an authorised payment; `amount` in paise. Returns the payment as it is then. */
  capture(paymentId: string, amount: number): Promise<GatewayPayment>;
  /**
   * Gives a captured payment's money back; `amount` in paise. The same `idempotencyKey` gives the same refund,
   * however often it is asked for. Rejects with `RefundRefused` where the gateway says no for good.
   */
  refund(
    paymentId: string,
    refund: { amount: number; receipt: string; idempotencyKey: string },
  ): Promise<GatewayRefund>;
  findRefund(refundId: string): Promise<GatewayRefund | undefined>;
  /** Every refund of a payment, those that failed and those of others too. */
  findRefundsOf(paymentId: string): Promise<GatewayRefund[]>;
  /** The account's refunds since that moment, newest first, 2,000 at most. */
  findRefundsSince(from: Date): Promise<GatewayRefund[]>;
  findDispute(disputeId: string): Promise<GatewayDispute | undefined>;
  /** The account's latest 100 disputes. */
  findLatestDisputes(): Promise<GatewayDispute[]>;
  /** Whether `signature` is HMAC-SHA256 over the raw body with the webhook's secret, this one or the one before it. */
  verifiesWebhook(rawBody: Buffer, signature: string): boolean;
  /** Whether `signature` is HMAC-SHA256 over `orderId|paymentId` with the key's secret. */
  verifiesCheckout(proof: { orderId: string; paymentId: string; signature: string }): boolean;
}

/** How a gateway fails: no word in time, no connection, told to wait, its own error, a response of somebody else's. */
export type OutageKind = "TIMEOUT" | "NO_CONNECTION" | "RATE_LIMITED" | "SERVER_ERROR" | "FOREIGN_ANSWER";

/** The gateway's response is not known; nothing may be concluded from it. */
export class GatewayUnavailable extends Error {
  override readonly name = "GatewayUnavailable";

  constructor(
    readonly kind: OutageKind,
    options?: ErrorOptions,
  ) {
    super(`The payment gateway gave no answer that counts: ${kind}`, options);
  }
}

/** The gateway does not give this money back; its own code says why. */
export class RefundRefused extends Error {
  override readonly name = "RefundRefused";
}

/** Looks for malware. Rejects with `ScannerUnavailable` where there is no response: then nothing may be kept. */
export interface FileScanner {
  /** `UNSCANNED` where no scanner is set. */
  scan(bytes: Buffer): Promise<ScanResult>;
}

export type ScanResult = "CLEAN" | "INFECTED" | "UNSCANNED";

/** The scanner's response is not known. */
export class ScannerUnavailable extends Error {
  override readonly name = "ScannerUnavailable";
}

/** Keeps bytes under an id. What `put` has acknowledged survives a power cut. */
export interface FileStore {
  /** Encrypts and stores; resolves to the wrapped key that `get` needs. */
  put(fileId: string, bytes: Buffer): Promise<{ wrappedKey: string }>;
  get(fileId: string, wrappedKey: string): Promise<Buffer>;
  /** Removing what is not there is no error. */
  remove(fileId: string): Promise<void>;
  /**
   * Removes what a crash of an earlier process left: half-written files, and those that `findKnown`, asked about some at
   * a time, does not give back. `spareYoung` keeps what is younger than a day, whose row may be on its way: needed if other
   * processes store as well, and for every sweep of this process but the first.
   */
  sweep(
    findKnown: (fileIds: readonly string[]) => Promise<ReadonlySet<string>>,
    options: { spareYoung: boolean },
  ): Promise<SweepReport>;
}

/** How many files were stored, how many of them went, and how many half-written ones. */
export interface SweepReport {
  stored: number;
  removed: number;
  halfWritten: number;
}
