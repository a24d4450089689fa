import type { MessageChannel, MessageEvent } from "../schemaTypes.generated";

export const channelLabels: Record<MessageChannel, string> = { SMS: "SMS", EMAIL: "E-mail" };

export const eventLabels: Record<MessageEvent, string> = {
  PAID: "Payment received",
  PAYMENT_NOT_TAKEN: "Payment not taken",
  DOCUMENTS_NEEDED: "Documents needed",
  ACTION_REQUIRED: "Action needed",
  APPROVED: "Visa approved",
  REJECTED: "Visa refused",
  REFUND_DUE: "Refund begun",
  REFUNDED: "Refund sent",
};

const reasons: readonly [RegExp, string][] = [
  [/^(MSG91_NUMBER|SMTP_ADDRESS)$/, "The number or address is not valid"],
  [/^MSG91_TEMPLATE$/, "MSG91 does not know the template: check its ID in the settings"],
  [/^MSG91_ACCOUNT$/, "MSG91 refuses our account: check its key, its balance and our address"],
  [/^SMTP_5\d\d$/, "The mail server refuses the address or the message"],
  [/^SMTP_4\d\d$/, "The mail server could not accept it at the time"],
  [/^SMTP_LOGIN$/, "The mail server refuses our password"],
  [/^SMTP_TLS$/, "No secure connection to the mail server was possible"],
  [/(TIMEOUT|NO_CONNECTION|FOREIGN_ANSWER|_429|_5\d\d)$/, "The provider did not answer"],
];

/** Describes for staff why a message failed. The code itself is shown next to the description. */
export function failureLabel(code: string | null | undefined): string {
  return reasons.find(([pattern]) => pattern.test(code ?? ""))?.[1] ?? "The provider did not accept it";
}
