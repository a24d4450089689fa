/** Arithmetic and formatting of money. Razorpay's amounts are in paise, ours in whole rupees. Pure. */

const paisePerRupee = 100;

/** Rounds half a rupee up. All rounding of money happens here. */
export function roundRupees(amount: number): number {
  return Math.round(amount);
}

export function toPaise(rupees: number): number {
  return rupees * paisePerRupee;
}

export function toRupees(paise: number): number {
  return roundRupees(paise / paisePerRupee);
}

/** Converts paise to rupees without rounding, for display. */
export function toExactRupees(paise: number): number {
  return paise / paisePerRupee;
}

/** Formats rupees without a currency: no separators, and paise only if there are any. */
export function formatRupees(rupees: number): string {
  return Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2);
}

/** Formats rupees as `INR 1999/-`. */
export function formatInr(rupees: number): string {
  return `${formatBareInr(rupees)}/-`;
}

/** Formats paise like `formatInr`. */
export function formatPaise(paise: number): string {
  return formatInr(toExactRupees(paise));
}

/** Formats the lowest price on a card: `From INR 1999`. */
export function formatFromInr(rupees: number): string {
  return `From ${formatBareInr(rupees)}`;
}

/** Formats the total that is shown next to a visa's price: `INR 2498/- in all, per adult`. */
export function formatTotalInr(rupees: number): string {
  return `${formatInr(rupees)} in all, per adult`;
}

function formatBareInr(rupees: number): string {
  return `INR ${formatRupees(rupees)}`;
}
