/** How long login codes are valid, and limits on how many are sent to a number. Pure. */

export const codeDigits = 6;
/** In the test world: the fixed code, and the prefix of the numbers that always get it. */
export const fixedCode = "0".repeat(codeDigits);
export const testNumbers = "+9199999";

export const codeLifeSeconds = 5 * 60;
export const resendAfterSeconds = 30;

type SendLimits = readonly { max: number; seconds: number }[];

/** At most `max` codes per number within `seconds`, regardless of the caller. */
export const sendLimits = [
  { max: 3, seconds: 15 * 60 },
  { max: 10, seconds: 24 * 60 * 60 },
] as const satisfies SendLimits;
/** Additional codes for known devices of the account, which others cannot use up. */
const deviceSendLimits = [
  { max: 3, seconds: 15 * 60 },
  { max: 5, seconds: 24 * 60 * 60 },
] as const satisfies SendLimits;
/** Maximum number of known devices per account. The least recently used one is removed. */
export const maxKnownDevices = 20;

/** A code that was sent, and whether it counts towards the limits for known devices. */
export interface SentCode {
  at: Date;
  isOfDevice: boolean;
}

/** Returns the seconds until a number's next code, and whether it counts towards the limit for known devices. */
export function planSend(
  sent: readonly SentCode[],
  { isKnownDevice, now }: { isKnownDevice: boolean; now: Date },
): { wait: number; isOfDevice: boolean } {
  const waitFor = (isOfDevice: boolean, limits: SendLimits) =>
    secondsUntilNextSend(
      sent.filter((code) => code.isOfDevice === isOfDevice).map(({ at }) => at),
      now,
      limits,
    );
  const wait = waitFor(false, sendLimits);
  if (wait === 0 || !isKnownDevice) return { wait, isOfDevice: false };
  const ownWait = waitFor(true, deviceSendLimits);
  return ownWait < wait ? { wait: ownWait, isOfDevice: true } : { wait, isOfDevice: false };
}

/** Returns the seconds until another code may be sent after those sent at these times; 0 if it may be sent now. */
export function secondsUntilNextSend(
  sentAt: readonly Date[],
  now: Date,
  limits: SendLimits = sendLimits,
): number {
  const waits = limits.map(({ max, seconds }) => {
    const inWindow = sentAt
      .map((moment) => seconds - (now.getTime() - moment.getTime()) / 1000)
      .filter((left) => left > 0)
      .sort((a, b) => b - a);
    // Another code is allowed once the oldest of the last `max` codes leaves the window.
    return inWindow[max - 1] ?? 0;
  });
  return Math.ceil(Math.max(...waits));
}
