import { formatInr } from "../../server/core/money.rules";

type Choice = string | null | undefined;

/** Processing time on a home card: `Upto 24 hours` or `Upto N days`. */
export function processingUpto(days: number): string {
  return days === 1 ? "Upto 24 hours" : `Upto ${days} days`;
}

/** Processing time on a country page: `1 Day` or `N Days`. */
export function processingDays(days: number): string {
  return days === 1 ? "1 Day" : `${days} Days`;
}

/** Formats an enum value: `SINGLE` becomes `Single`. Returns undefined if it is empty or the text 'null'. */
export function choiceLabel(choice: Choice): string | undefined {
  if (!choice || choice.toLowerCase() === "null") return undefined;
  return choice.charAt(0).toUpperCase() + choice.slice(1).toLowerCase().replaceAll("_", " ");
}

/** The total price, shown next to the visa's own price: `INR 3398/- in all, per adult`. */
export function wholePrice(total: number): string {
  return `${formatInr(total)} in all, per adult`;
}

/** The price on the card of another visa: `From INR 4899`. */
export function fromPrice(adultPrice: number): string {
  return `From INR ${adultPrice}`;
}
