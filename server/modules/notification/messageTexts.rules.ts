/**
 * The texts of messages to travellers. Pure. In India, an SMS is delivered only with a text registered under
 * DLT. Each text is listed with the setting that holds its template id; `{#var#}` is a placeholder in the
 * register's notation. Register a change of a text before deploying it. Messages contain no passport numbers
 * and only first names.
 */
import { escapeHtml } from "../../core/escapeHtml";
import type { MessageTemplate, SmsTemplate } from "../../core/ports";
import { formatInr } from "../../core/money.rules";
import type { MessageEvent } from "./notification.rules";

/**
 * Each text with the setting for its template id. `{brand}` is BRAND_NAME, which is registered as part of the
 * text.
 */
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
    text: "{brand}: Please replace or correct the {#var#} for {#var#}. Sign in and open your application to do so.",
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
  /** The names of the visa and the country. */
  visa: string;
  /** First names; empty if unknown. */
  owner: string;
  traveller: string;
  /** The items to correct, e.g. `passport front page`, or the documents that are still needed. */
  details: string[];
  /** Total number of required documents, including those missing in `details`. */
  total?: number;
  /** In whole rupees; null if no money was involved. */
  amount: number | null;
}

/** Returns the registered text with its placeholders filled. */
export function fillSms(template: SmsTemplate, brand: string, params: readonly string[]): string {
  let next = 0;
  return smsTexts[template].text
    .replaceAll("{brand}", () => brand)
    .replaceAll("{#var#}", () => params[next++] ?? "");
}

/** Returns the values for the placeholders in an event's SMS. */
export function smsParams(event: MessageEvent, facts: MessageFacts): string[] {
  const { visaReferenceNo, details } = facts;
  switch (event) {
    case "PAID":
    case "PAYMENT_NOT_TAKEN":
    case "REFUND_DUE":
    case "REFUNDED":
      return [String(facts.amount ?? 0), visaReferenceNo];
    case "DOCUMENTS_NEEDED":
      return [`${details.length} of ${facts.total ?? details.length}`, visaReferenceNo];
    case "ACTION_REQUIRED":
      return [shortList(details), visaReferenceNo];
    case "APPROVED":
    case "REJECTED":
      return [visaReferenceNo];
  }
}

/** DLT allows at most 30 characters per placeholder. */
const maxParamLength = 30;

/** Returns a list that fits into a placeholder, shortened to a count if necessary. */
function shortList(details: readonly string[]): string {
  const plain = details.map((one) => one.replace(/[^\x20-\x7e]|[[\]{}^~|\\`]/g, ""));
  const whole = plain.join(", ");
  if (whole && whole.length <= maxParamLength) return whole;
  const first = `${plain[0]} and ${plain.length - 1} more`;
  if (plain.length > 1 && first.length <= maxParamLength) return first;
  return plain.length > 1 ? `${plain.length} listed items` : "listed item";
}

/** The parts of an e-mail, from which the text and HTML versions are rendered. */
interface MailParts {
  subject: string;
  paragraphs: string[];
  /** Below the first paragraphs; may be empty. */
  list: string[];
  link: { label: string; address: string };
}

export function mailParts(event: MessageEvent, facts: MessageFacts, address: string): MailParts {
  const { visaReferenceNo: reference, visa, owner, details } = facts;
  const whose = facts.traveller ? `${facts.traveller}'s visa` : "your visa";
  const amount = formatInr(facts.amount ?? 0);
  const hello = owner ? `Hello ${owner},` : "Hello,";
  const about = `application ${reference} (${visa})`;
  const link = (label: string) => ({ label, address });
  switch (event) {
    case "PAID":
      return {
        subject: `We have received your payment for ${reference}`,
        paragraphs: [
          hello,
          `We have received ${amount} for your ${about}.`,
          "Our team will review it next. We will write as soon as there is news.",
        ],
        list: [],
        link: link("Follow your application"),
      };
    case "PAYMENT_NOT_TAKEN":
      return {
        subject: `We did not take your payment for ${reference}`,
        paragraphs: [
          hello,
          `You authorised a payment of ${amount} for your ${about}. The application was cancelled, its price changed, or it was already paid for, so we did not take it.`,
          "Nothing was charged. Your bank will release the reserved amount in a few days; you do not need to do anything.",
        ],
        list: [],
        link: link("Open your application"),
      };
    case "DOCUMENTS_NEEDED":
      return documentsNeeded(facts, { hello, about, link: link("Upload the documents") });
    case "ACTION_REQUIRED":
      return {
        subject: `Action needed on your application ${reference}`,
        paragraphs: [
          hello,
          `We have reviewed your ${about}, and need something from you before we can continue${facts.traveller ? `, for ${facts.traveller}` : ""}${details.length > 0 ? ":" : "."}`,
        ],
        list: details,
        link: link("Replace or correct it"),
      };
    case "APPROVED":
      return {
        subject: `A visa for ${reference} has been issued`,
        paragraphs: [
          hello,
          `Good news: ${whose} for your ${about} has been issued.`,
          "Please check the name, passport number and dates before you travel, and carry a printed copy.",
        ],
        list: [],
        link: link("View and download the visa"),
      };
    case "REJECTED":
      return {
        subject: `About the visa for ${reference}`,
        paragraphs: [
          hello,
          `We are sorry: ${whose} for your ${about} was refused.`,
          "Your application's page says what we know about the reason.",
        ],
        list: [],
        link: link("Open your application"),
      };
    case "REFUND_DUE":
      return {
        subject: `We are refunding ${amount} for ${reference}`,
        paragraphs: [
          hello,
          `We received ${amount} for your ${about}, but could not use it: the application was cancelled, its price changed, or it was already paid for.`,
          "We are refunding all of it to the payment method you used. You do not need to do anything; we will write once it is done.",
        ],
        list: [],
        link: link("Open your application"),
      };
    case "REFUNDED":
      return {
        subject: `We have refunded ${amount} for ${reference}`,
        paragraphs: [
          hello,
          `We have refunded ${amount} of what you paid for your ${about}.`,
          "The refund goes to the payment method you used. Your bank may take a few days to show it.",
        ],
        list: [],
        link: link("Open your application"),
      };
  }
}

function documentsNeeded(
  { details, total = details.length, visaReferenceNo }: MessageFacts,
  { hello, about, link }: { hello: string; about: string; link: MailParts["link"] },
): MailParts {
  const count = `${details.length} of ${total} ${total === 1 ? "document" : "documents"}`;
  return {
    subject: `${count} still needed for ${visaReferenceNo}`,
    paragraphs: [
      hello,
      `Your ${about} is paid, and ${count} ${details.length === 1 ? "is" : "are"} still needed. Please upload ${details.length === 1 ? "it" : "them"} on your application's page:`,
    ],
    list: details,
    link,
  };
}

export function mailText({ paragraphs, list, link }: MailParts, brand: string): string {
  const lines = list.map((one) => `- ${one}`).join("\n");
  return (
    [...paragraphs, ...(lines ? [lines] : []), `${link.label}: ${link.address}`, brand].join("\n\n") + "\n"
  );
}

export function mailHtml({ subject, paragraphs, list, link }: MailParts, brand: string): string {
  const items = list.map((one) => `<li>${escapeHtml(one)}</li>`).join("");
  const body = [
    ...paragraphs.map((one) => `<p>${escapeHtml(one)}</p>`),
    ...(items ? [`<ul>${items}</ul>`] : []),
    `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.label)}</a></p>`,
    `<p>${escapeHtml(brand)}</p>`,
  ].join("\n");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="max-width: 36em; font-family: sans-serif; line-height: 1.5">
${body}
</body>
</html>
`;
}
