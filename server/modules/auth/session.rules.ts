/** Lifetime of sessions. Pure. */

const hour = 60 * 60;
const day = 24 * hour;

/** Lifetime of a session and its token, whether or not they are used. */
export const sessionLifeSeconds = 30 * day;
/** Lifetime of a staff session: a working day with some margin. */
export const staffSessionSeconds = 12 * hour;
/** Minimum time between two updates of a session's last use. */
const useNotedSeconds = hour;
export const maxSessionsListed = 50;

/** True if a session is too old for staff. Each request looks up the staff role only for such sessions. */
export function isLongForStaff({ createdAt }: { createdAt: string }, now: Date): boolean {
  return secondsSince(createdAt, now) >= staffSessionSeconds;
}

export function hasLapsed({ expiresAt }: { expiresAt: string }, now: Date): boolean {
  return expiresAt <= now.toISOString();
}

/** True if the session's last use should be updated. */
export function isUseToNote({ lastUsedAt }: { lastUsedAt: string }, now: Date): boolean {
  return secondsSince(lastUsedAt, now) >= useNotedSeconds;
}

function secondsSince(moment: string, now: Date): number {
  return (now.getTime() - Date.parse(moment)) / 1000;
}
