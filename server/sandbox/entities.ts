/** The sandbox's entities, with Razorpay's own field names (razorpay.com/docs/api). Amounts in paise. */
import { randomInt } from "node:crypto";

/** Razorpay returns an empty list if there are no notes. */
export type Notes = Record<string, string | number> | [];

/** The fields that are the same in all entities of a kind. */
export const fixedFields = {
  order: { entity: "order", currency: "INR", offer_id: null },
  payment: {
    entity: "payment",
    currency: "INR",
    invoice_id: null,
    international: false,
    method: "upi",
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    email: null,
    contact: null,
  },
  refund: {
    entity: "refund",
    currency: "INR",
    acquirer_data: { arn: null },
    batch_id: null,
    status: "processed",
    speed_processed: "normal",
    speed_requested: "normal",
  },
  dispute: { entity: "dispute", currency: "INR", reason_code: "chargeback", phase: "chargeback" },
} as const;
type Fixed = typeof fixedFields;

export type Order = Fixed["order"] & {
  id: string;
  amount: number;
  amount_paid: number;
  amount_due: number;
  receipt: string | null;
  status: "created" | "attempted" | "paid";
  attempts: number;
  notes: Notes;
  /** Seconds since 1970, like all times in this file. */
  created_at: number;
};

type ErrorField = "code" | "description" | "source" | "step" | "reason";

export type Payment = Fixed["payment"] & { [Field in `error_${ErrorField}`]: string | null } & {
  id: string;
  amount: number;
  status: "authorized" | "captured" | "refunded" | "failed";
  order_id: string;
  amount_refunded: number;
  refund_status: "partial" | "full" | null;
  captured: boolean;
  vpa: string;
  notes: Notes;
  fee: number | null;
  tax: number | null;
  acquirer_data: { rrn: string | null };
  created_at: number;
};

export type Refund = Fixed["refund"] & {
  id: string;
  amount: number;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  created_at: number;
};

export type Dispute = Fixed["dispute"] & {
  id: string;
  payment_id: string;
  amount: number;
  amount_deducted: number;
  respond_by: number;
  status: "open" | "won" | "lost";
  created_at: number;
};

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

/** A webhook that has not been accepted yet. Every attempt sends the same `body`. */
export interface Delivery {
  id: string;
  body: string;
  attempts: number;
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns 14 base62 characters, as in Razorpay's ids. */
export function makeToken(): string {
  return Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

export function makeId<Prefix extends "order" | "pay" | "rfnd" | "disp">(
  prefix: Prefix,
): `${Prefix}_${string}` {
  return `${prefix}_${makeToken()}`;
}
