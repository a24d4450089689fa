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

/** Formats an enum value: `SINGLE` becomes `Single`. Returns undefined if the value is empty or the text 'null'. */
export function choiceLabel(choice: Choice): string | undefined {
  if (!choice || choice.toLowerCase() === "null") return undefined;
  return choice.charAt(0).toUpperCase() + choice.slice(1).toLowerCase().replaceAll("_", " ");
}

/** Returns the displayed type of a visa: `Tourist`, or `Tourist, transit`. */
export function visaTypeLabel({ visaType, isTransit }: { visaType: string; isTransit: boolean }) {
  return `${choiceLabel(visaType)}${isTransit ? ", transit" : ""}`;
}

/** Fixed marketing claims, not based on our data. Real figures are shown next to them. */
export const siteClaims = {
  rating: "4.8 (269)",
  applied: "10K+ applied",
  countryProcessing: "Processing time: Upto 48Hrs",
  countryStartingFrom: `Starting from: ${formatInr(1999)}`,
  support: "24/7 Support",
};
