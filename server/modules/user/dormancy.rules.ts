/** When the number of an account may have a new owner. Pure. */

/** Days without use after which a number alone no longer opens an account that contains data. */
export const dormantDays = 90;

/** True if an account was unused for so long that its number may have a new owner. */
export function isDormant({ lastSeenAt }: { lastSeenAt: string }, now: Date): boolean {
  return now.getTime() - Date.parse(lastSeenAt) >= dormantDays * 24 * 60 * 60 * 1000;
}
