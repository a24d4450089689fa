/** The sandbox's entities, with Razorpay's own field names (razorpay.com/docs/api). Amounts in paise. */
import { randomInt } from "node:crypto";

/** Razorpay returns an empty list if there are no notes. */
export type Notes = Record<string, string | number> | [];

export interface Order {
  id: string;
  entity: "order";
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: "INR";
  receipt: string | null;
  offer_id: null;
  status: "created" | "attempted" | "paid";
  attempts: number;
  notes: Notes;
  /** Seconds since 1970, like all times here. */
  created_at: number;
}

export interface Payment {
  id: string;
  entity: "payment";
  amount: number;
  currency: "INR";
  status: "authorized" | "captured" | "refunded" | "failed";
  order_id: string;
  invoice_id: null;
  international: false;
  method: "upi";
  amount_refunded: number;
  refund_status: "partial" | "full" | null;
  captured: boolean;
  description: null;
  card_id: null;
  bank: null;
  wallet: null;
  vpa: string;
  email: null;
  contact: null;
  notes: Notes;
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: { rrn: string | null };
  created_at: number;
}

export interface Refund {
  id: string;
  entity: "refund";
  amount: number;
  currency: "INR";
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: null;
  status: "processed";
  speed_processed: "normal";
  speed_requested: "normal";
}

export interface Dispute {
  id: string;
  entity: "dispute";
  payment_id: string;
  amount: number;
  currency: "INR";
  amount_deducted: number;
  reason_code: "chargeback";
  respond_by: number;
  status: "open" | "won" | "lost";
  phase: "chargeback";
  created_at: number;
}

export type EventName =
  | "payment.authorized"
  | "payment.captured"
  | "payment.failed"
  | "order.paid"
  | "refund.processed"
  | "payment.dispute.created"
  | "payment.dispute.won"
  | "payment.dispute.lost";

/** An event, with the entities as they were at that moment. */
export interface WebhookEvent {
  name: EventName;
  entities: { payment?: Payment; order?: Order; refund?: Refund; dispute?: Dispute };
}

/**
 * A webhook that has not been accepted yet. `body` is stored as sent, so that every attempt is byte for byte
 * the same.
 */
export interface Delivery {
  id: string;
  body: string;
  attempts: number;
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 14 characters of base62, as in Razorpay's ids. */
export function makeToken(): string {
  return Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

export function makeId<Prefix extends "order" | "pay" | "rfnd" | "disp">(
  prefix: Prefix,
): `${Prefix}_${string}` {
  return `${prefix}_${makeToken()}`;
}
