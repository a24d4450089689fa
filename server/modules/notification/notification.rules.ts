/** Which messages there are, and when one is tried again. Pure. */

export const messageEvents = [
  "PAID",
  "PAYMENT_NOT_TAKEN",
  "DOCUMENTS_NEEDED",
  "ACTION_REQUIRED",
  "APPROVED",
  "REJECTED",
  "REFUND_DUE",
  "REFUNDED",
] as const;
export type MessageEvent = (typeof messageEvents)[number];

export const messageChannels = ["SMS", "EMAIL"] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Where a message of each channel goes to, as the account is now; null where the account has no such address. */
export const addressOf: Readonly<
  Record<MessageChannel, (account: { phoneNumber: string; email: string | null }) => string | null>
> = {
  // An account that was set aside has no number: what it had may be somebody else's.
  SMS: ({ phoneNumber }) => (phoneNumber.startsWith("+") ? phoneNumber : null),
  EMAIL: ({ email }) => email,
};

const minute = 60_000;
const hour = 60 * minute;

/** The pauses between the tries: a provider may be away for the better part of a day. */
const pauses = [0.5 * minute, 2 * minute, 10 * minute, hour, 4 * hour, 12 * hour];

/** When to try again what went wrong that often; undefined where it is not tried again. */
export function nextTryAt(attempts: number, now: Date): Date | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause);
}

/** Days after which the number, the address and the words of a message go; with them the chance to try it again. */
export const messageDays = 30;
