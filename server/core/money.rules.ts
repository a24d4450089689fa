/** Formats amounts of money. Pure. */

/** Formats rupees as `INR 1999/-`: no separators, and paise only if there are any. */
export function formatInr(rupees: number): string {
  return `INR ${Number.isInteger(rupees) ? rupees : rupees.toFixed(2)}/-`;
}
