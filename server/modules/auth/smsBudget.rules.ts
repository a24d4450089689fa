/**
 * What may be spent on codes in all: each costs money, and whoever earns by it (a range of numbers of their own, at a
 * network that shares the price) has a reason to ask for many. Pure.
 */

export const hourSeconds = 60 * 60;
export const daySeconds = 24 * hourSeconds;

/** Codes that may go out from the whole server. */
export interface SmsBudget {
  perHour: number;
  perDay: number;
  /** Different numbers of one range in an hour. */
  perRange: number;
}

/** Codes that went out in the last hour and in the last day. */
export interface SmsSpent {
  hour: number;
  day: number;
}

/** Of a budget, what only devices that signed in before may use; from there on the operator is told. */
const alarmShare = 0.8;

/** Of the hour's budget, what goes out before new devices are checked by a proof of work. */
const uncheckedShare = 0.3;

/** The first number of the 10,000 that this one is among, and the first one after them. */
export function rangeOf(phoneNumber: string): { from: string; to: string } {
  const prefix = phoneNumber.slice(0, -4);
  // A colon comes after the digits.
  return { from: prefix, to: `${prefix}:` };
}

/** Which budget has no room for another code; undefined where both have. */
export function findSpentBudget(
  { hour, day }: SmsSpent,
  { perHour, perDay }: SmsBudget,
  { isKnownDevice }: { isKnownDevice: boolean },
): keyof SmsSpent | undefined {
  const share = isKnownDevice ? 1 : alarmShare;
  if (day >= Math.ceil(perDay * share)) return "day";
  return hour >= Math.ceil(perHour * share) ? "hour" : undefined;
}

/** Whether a device that has not signed in before has to be checked, after that many codes in an hour. */
export function needsDeviceCheck({ hour }: SmsSpent, { perHour }: SmsBudget): boolean {
  return hour >= Math.ceil(perHour * uncheckedShare);
}

/** How much of the budget that is used up further is gone. */
export function levelOf({ hour, day }: SmsSpent, { perHour, perDay }: SmsBudget): "ROOM" | "ALARM" | "END" {
  const gone = Math.max(hour / perHour, day / perDay);
  if (gone >= 1) return "END";
  return gone >= alarmShare ? "ALARM" : "ROOM";
}
