/** The kinds of messages and their retry schedule. Pure. */
import { shownNumber } from "../user/phone.rules";

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

/** Returns the account's current address for each channel, or null if it has none. */
export const addressByChannel: Readonly<
  Record<MessageChannel, (account: { phoneNumber: string; email: string | null }) => string | null>
> = {
  // An archived account has no number, because its former number may belong to another person now.
  SMS: (account) => shownNumber(account) || null,
  EMAIL: ({ email }) => email,
};

const minute = 60_000;
const hour = 60 * minute;

/** Delays between attempts, about 17 hours in total, so that messages survive a long outage of a provider. */
const pauses = [0.5 * minute, 2 * minute, 10 * minute, hour, 4 * hour, 12 * hour];

/** Returns the time of the next attempt after this many attempts, or undefined after the last one. */
export function nextTryAt(attempts: number, now: Date): Date | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause);
}

/** Days after which the recipient and contents of a message are cleared. After that the message cannot be retried. */
export const messageDays = 30;
