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
