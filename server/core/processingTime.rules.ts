/** Separate from day.rules.ts, because the visa page needs this function before it loads dayjs. Pure. */

/** Returns the number of days from a request to its expected visa. */
export function daysUntilVisa(processingTime: number): number {
  return processingTime + 1;
}
