/** Whom the services call outside: one small interface each. The real ones are in `adapters/`. */

export interface Clock {
  now(): Date;
}

export interface TextMessage {
  /** `+` and digits. */
  to: string;
  /** The name of the text in the provider's register, e.g. `login-code`. */
  template: string;
  text: string;
}

/** Rejects where the provider did not take the message. */
export interface SmsSender {
  send(message: TextMessage): Promise<void>;
}

/** An order at the gateway. `amount` in paise. */
export interface GatewayOrder {
  id: string;
  amount: number;
  currency: string;
  status: "created" | "attempted" | "paid";
  receipt: string | null;
}

/** A payment at the gateway. `amount` in paise. */
export interface GatewayPayment {
  id: string;
  orderId: string | null;
  amount: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
}

/**
 * Razorpay. Each call rejects with `GatewayUnavailable` where the outcome is not known (no answer, time-out,
 * HTTP 429 or 5xx); an absent order or payment is `undefined`.
 */
export interface PaymentGateway {
  /** The public half of the key, for the checkout. */
  readonly keyId: string;
  createOrder(order: {
    amount: number;
    receipt: string;
    notes: Record<string, string>;
  }): Promise<GatewayOrder>;
  findPayment(paymentId: string): Promise<GatewayPayment | undefined>;
  /** Takes the money of an authorised payment; `amount` in paise. Answers with the payment as it is then. */
  capture(paymentId: string, amount: number): Promise<GatewayPayment>;
  /** Whether `signature` is HMAC-SHA256 over `orderId|paymentId` with the key's secret. */
  verifiesCheckout(proof: { orderId: string; paymentId: string; signature: string }): boolean;
}

/** The gateway's answer is not known; nothing may be concluded from it. */
export class GatewayUnavailable extends Error {
  override readonly name = "GatewayUnavailable";
}

/** Keeps bytes under an id. What `put` has acknowledged survives a power cut. */
export interface FileStore {
  /** Encrypts and stores; resolves to the wrapped key that `get` needs. */
  put(fileId: string, bytes: Buffer): Promise<{ wrappedKey: string }>;
  get(fileId: string, wrappedKey: string): Promise<Buffer>;
  /** Removing what is not there is no error. */
  remove(fileId: string): Promise<void>;
  /** The ids of all files. */
  list(): Promise<string[]>;
}
