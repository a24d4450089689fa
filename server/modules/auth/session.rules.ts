/** How long a login lasts. Pure. */

const hour = 60 * 60;
const day = 24 * hour;

/** How long a session lasts that nobody ends: its token holds no longer. */
export const sessionLifeSeconds = 30 * day;
/** And how long one that nobody uses. */
export const sessionIdleSeconds = 30 * day;
/** How long a session of our staff lasts, used or not: a working day with what comes before and after it. */
export const staffSessionSeconds = 12 * hour;
/** How often it is written down that a session is in use. */
const useNotedSeconds = hour;
/** The longest list of an account's sessions. */
export const maxSessionsListed = 50;

/** Whether a session may have outlived what staff have: whether somebody is staff is asked only then. */
export function isLongForStaff({ createdAt }: { createdAt: string }, now: Date): boolean {
  return secondsSince(createdAt, now) >= staffSessionSeconds;
}

/** Whether a session that nobody ended is over. */
export function hasLapsed(
  { expiresAt, lastUsedAt }: { expiresAt: string; lastUsedAt: string },
  now: Date,
): boolean {
  return expiresAt <= now.toISOString() || secondsSince(lastUsedAt, now) >= sessionIdleSeconds;
}

/** Whether the use of a session is to be written down. */
export function isUseToNote({ lastUsedAt }: { lastUsedAt: string }, now: Date): boolean {
  return secondsSince(lastUsedAt, now) >= useNotedSeconds;
}

function secondsSince(moment: string, now: Date): number {
  return (now.getTime() - Date.parse(moment)) / 1000;
}
