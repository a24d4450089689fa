/**
 * Limits the total cost of codes. Each SMS costs money, and fraudsters who get a share of its price request many codes
 * for their own number ranges (SMS pumping). Pure.
 */

export const hourSeconds = 60 * 60;
export const daySeconds = 24 * hourSeconds;

/** Limits for the codes of the whole installation. */
export interface SmsBudget {
  perHour: number;
  perDay: number;
  /** Maximum number of different phone numbers in a range that receive codes in an hour. */
  perRange: number;
}

/** Codes sent in the last hour and in the last day. */
export interface SmsSpent {
  hour: number;
  day: number;
}

/** Share of a budget after which only known devices receive codes and the operator is alerted. */
const alarmShare = 0.8;

/** Share of the hourly budget after which unknown devices need a proof of work. */
const uncheckedShare = 0.3;

/**
 * Returns the bounds of the range of 10,000 numbers that differ from this one only in the last four digits; `to` is
 * exclusive.
 */
export function toRange(phoneNumber: string): { from: string; to: string } {
  const prefix = phoneNumber.slice(0, -4);
  // A colon sorts after the digits, so that the range includes every number with this prefix.
  return { from: prefix, to: `${prefix}:` };
}

/** Returns the budget that is used up, or undefined if neither is. */
export function findSpentBudget(
  { hour, day }: SmsSpent,
  { perHour, perDay }: SmsBudget,
  { isKnownDevice }: { isKnownDevice: boolean },
): keyof SmsSpent | undefined {
  const share = isKnownDevice ? 1 : alarmShare;
  if (day >= Math.ceil(perDay * share)) return "day";
  return hour >= Math.ceil(perHour * share) ? "hour" : undefined;
}

/** True if unknown devices need a proof of work at this number of codes per hour. */
export function needsDeviceCheck({ hour }: SmsSpent, { perHour }: SmsBudget): boolean {
  return hour >= Math.ceil(perHour * uncheckedShare);
}

/** Returns the level of the budget with the larger share used. */
export function budgetLevel(
  { hour, day }: SmsSpent,
  { perHour, perDay }: SmsBudget,
): "ROOM" | "ALARM" | "END" {
  const gone = Math.max(hour / perHour, day / perDay);
  if (gone >= 1) return "END";
  return gone >= alarmShare ? "ALARM" : "ROOM";
}
