/** Separate from day.rules.ts, because a visa's page needs this function before dayjs is loaded. Pure. */

/** Returns the number of days from a request to its visa. */
export function daysUntilVisa(processingTime: number): number {
  return processingTime + 1;
}
