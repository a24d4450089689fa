/** The limits of login codes: short-lived, few tries, so that six digits cannot be guessed. Pure. */

export const codeDigits = 6;
export const codeLifeSeconds = 5 * 60;
export const maxTries = 5;
export const resendAfterSeconds = 30;
/** How long a session lasts that nobody ends. */
export const sessionLifeSeconds = 30 * 24 * 60 * 60;

/** At most `most` codes to a number in `seconds`. */
export const sendLimits = [
  { most: 3, seconds: 15 * 60 },
  { most: 10, seconds: 24 * 60 * 60 },
] as const;

/** Seconds until another code may be sent to a number that got codes at these moments; 0 for at once. */
export function secondsUntilNextSend(sentAt: readonly Date[], now: Date): number {
  const waits = sendLimits.map(({ most, seconds }) => {
    const inWindow = sentAt
      .map((moment) => seconds - (now.getTime() - moment.getTime()) / 1000)
      .filter((left) => left > 0)
      .sort((a, b) => b - a);
    // Once the oldest of the last `most` leaves the window there is room again.
    return inWindow[most - 1] ?? 0;
  });
  return Math.ceil(Math.max(...waits));
}
