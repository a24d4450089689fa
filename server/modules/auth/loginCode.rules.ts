/** The limits of login codes: short-lived, few tries, so that six digits cannot be guessed. Pure. */

export const codeDigits = 6;
export const codeLifeSeconds = 5 * 60;
export const resendAfterSeconds = 30;

type SendLimits = readonly { most: number; seconds: number }[];

/** At most `most` codes to a number in `seconds`, whoever asks. */
export const sendLimits = [
  { most: 3, seconds: 15 * 60 },
  { most: 10, seconds: 24 * 60 * 60 },
] as const satisfies SendLimits;
/** And so many more to the devices that its account has signed in on, which others cannot use up. */
const deviceSendLimits = [
  { most: 3, seconds: 15 * 60 },
  { most: 5, seconds: 24 * 60 * 60 },
] as const satisfies SendLimits;
/** Devices that are known of an account; the one that was not used for longest gives way to another. */
export const maxKnownDevices = 20;

/** A code that went to a number: when, and whether it counts for its devices alone. */
export interface SentCode {
  at: Date;
  isOfDevice: boolean;
}

/** How long a number's next code has to wait, 0 for not at all, and whether it counts for its devices alone. */
export function planSend(
  sent: readonly SentCode[],
  { isKnownDevice, now }: { isKnownDevice: boolean; now: Date },
): { wait: number; isOfDevice: boolean } {
  const waitOf = (isOfDevice: boolean, limits: SendLimits) =>
    secondsUntilNextSend(
      sent.filter((code) => code.isOfDevice === isOfDevice).map(({ at }) => at),
      now,
      limits,
    );
  const wait = waitOf(false, sendLimits);
  if (wait === 0 || !isKnownDevice) return { wait, isOfDevice: false };
  const ownWait = waitOf(true, deviceSendLimits);
  return ownWait < wait ? { wait: ownWait, isOfDevice: true } : { wait, isOfDevice: false };
}

/** Seconds until another code may be sent to a number that got codes at these moments; 0 for at once. */
export function secondsUntilNextSend(
  sentAt: readonly Date[],
  now: Date,
  limits: SendLimits = sendLimits,
): number {
  const waits = limits.map(({ most, seconds }) => {
    const inWindow = sentAt
      .map((moment) => seconds - (now.getTime() - moment.getTime()) / 1000)
      .filter((left) => left > 0)
      .sort((a, b) => b - a);
    // Once the oldest of the last `most` leaves the window there is room again.
    return inWindow[most - 1] ?? 0;
  });
  return Math.ceil(Math.max(...waits));
}
