/** Sums as people read them. Pure. */

/** A sum in rupees as it is written everywhere, `INR 1999/-`: without separators, with paise only where there are any. */
export function formatInr(rupees: number): string {
  return `INR ${Number.isInteger(rupees) ? rupees : rupees.toFixed(2)}/-`;
}
