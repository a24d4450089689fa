/**
 * The texts of messages to travellers. Pure. In India, an SMS is delivered only if its text is registered under DLT.
 * Each text is listed with the setting that holds its template id; `{#var#}` is a placeholder in the register's
 * notation. Register a change of a text before deploying it. Messages contain no passport numbers and only first names.
 */
import { formatRupees } from "../../core/money.rules";
import type { MessageTemplate, SmsTemplate } from "../../core/ports";
import type { MessageEvent } from "./notification.rules";

/** `{brand}` is BRAND_NAME, which is registered as part of the text. */
export const smsTexts = {
  "login-code": {
    setting: "MSG91_TEMPLATE_LOGIN",
    text: "{#var#} is your {brand} login code. It is valid for 5 minutes. Do not share it with anyone.",
  },
  "number-code": {
    setting: "MSG91_TEMPLATE_NUMBER_CODE",
    text: "{#var#} is your {brand} code for changing a mobile number. It is valid for 5 minutes. Do not share it with anyone.",
  },
  "number-changed": {
    setting: "MSG91_TEMPLATE_NUMBER_CHANGED",
    text: "{brand}: The mobile number of your account was changed. This number no longer opens it. If it was not you, please contact our support at once.",
  },
  paid: {
    setting: "MSG91_TEMPLATE_PAID",
    text: "{brand}: We have received INR {#var#}/- for {#var#}. Our team will review your application next. Follow its progress in your account.",
  },
  "payment-not-taken": {
    setting: "MSG91_TEMPLATE_PAYMENT_NOT_TAKEN",
    text: "{brand}: We did not take your payment of INR {#var#}/- for {#var#}. Your bank will release the amount in a few days. Sign in to read more.",
  },
  "documents-needed": {
    setting: "MSG91_TEMPLATE_DOCUMENTS_NEEDED",
    text: "{brand}: {#var#} documents still needed for {#var#}. Sign in and open your application to upload them.",
  },
  "action-required": {
    setting: "MSG91_TEMPLATE_ACTION_REQUIRED",
    text: "{brand}: Please send or correct the {#var#} for {#var#}. Sign in and open your application to do so.",
  },
  approved: {
    setting: "MSG91_TEMPLATE_APPROVED",
    text: "{brand}: Good news: a visa for {#var#} has been issued. Sign in and open your application to download it.",
  },
  rejected: {
    setting: "MSG91_TEMPLATE_REJECTED",
    text: "{brand}: We are sorry: a visa for {#var#} was refused. Sign in and open your application to read more.",
  },
  "refund-due": {
    setting: "MSG91_TEMPLATE_REFUND_DUE",
    text: "{brand}: We could not use your payment of INR {#var#}/- for {#var#}, and are refunding all of it. You do not need to do anything.",
  },
  refunded: {
    setting: "MSG91_TEMPLATE_REFUNDED",
    text: "{brand}: We have refunded INR {#var#}/- for {#var#}. Your bank may take a few days to show it.",
  },
} as const satisfies Record<SmsTemplate, { setting: string; text: string }>;

export const templateByEvent: Readonly<Record<MessageEvent, MessageTemplate>> = {
  PAID: "paid",
  PAYMENT_NOT_TAKEN: "payment-not-taken",
  DOCUMENTS_NEEDED: "documents-needed",
  ACTION_REQUIRED: "action-required",
  APPROVED: "approved",
  REJECTED: "rejected",
  REFUND_DUE: "refund-due",
  REFUNDED: "refunded",
};

/** The values inserted into a message, stored encrypted with it. */
export interface MessageFacts {
  visaReferenceNo: string;
  visa: string;
  /** First names; empty if unknown. */
  owner: string;
  traveller: string;
  /** The items to correct, e.g. `passport front page`, or the documents that are still needed. */
  details: string[];
  /** Total number of required documents, including those that `details` does not list. */
  total?: number;
  /** In rupees, with paise as a fraction; null if no money was involved. */
  amount: number | null;
}

export function fillSms(template: SmsTemplate, brand: string, params: readonly string[]): string {
  let next = 0;
  return smsTexts[template].text
    .replaceAll("{brand}", () => brand)
    .replaceAll("{#var#}", () => params[next++] ?? "");
}

const amountParam = ({ amount }: MessageFacts) => [formatRupees(amount ?? 0)];

/** Placeholder values of each event's SMS, without the reference number, which is always the last value. */
const smsParamsByEvent: Readonly<Record<MessageEvent, (facts: MessageFacts) => string[]>> = {
  PAID: amountParam,
  PAYMENT_NOT_TAKEN: amountParam,
  DOCUMENTS_NEEDED: ({ details, total = details.length }) => [`${details.length} of ${total}`],
  ACTION_REQUIRED: ({ details }) => [shortList(details)],
  APPROVED: () => [],
  REJECTED: () => [],
  REFUND_DUE: amountParam,
  REFUNDED: amountParam,
};

export function smsParams(event: MessageEvent, facts: MessageFacts): string[] {
  return [...smsParamsByEvent[event](facts), facts.visaReferenceNo];
}

/** DLT allows at most 30 characters per placeholder. */
const maxParamLength = 30;

/**
 * Returns a list that fits into a placeholder, shortened to a count if necessary, or if nothing is left of a name, e.g.
 * of one in another script.
 */
function shortList(details: readonly string[]): string {
  const plain = details.map((one) => one.replace(/[^\x20-\x7e]|[[\]{}^~|\\`]/g, "").trim());
  if (plain.every((one) => /[a-z0-9]/i.test(one))) {
    const whole = plain.join(", ");
    if (whole && whole.length <= maxParamLength) return whole;
    const first = `${plain[0]} and ${plain.length - 1} more`;
    if (plain.length > 1 && first.length <= maxParamLength) return first;
  }
  return plain.length > 1 ? `${plain.length} listed items` : "listed item";
}
