type Choice = string | null | undefined;

/** Longer than any card is wide: what is too much is cut off by the card. */
const machineLineLength = 88;

/** How long a visa takes, on a home card: `Upto 24 hours` or `Upto N days`. */
export function processingUpto(days: number): string {
  return days === 1 ? "Upto 24 hours" : `Upto ${days} days`;
}

/** How long a visa takes, on a country page: `1 Day` or `N Days`. */
export function processingDays(days: number): string {
  return days === 1 ? "1 Day" : `${days} Days`;
}

/** An enum value as a word: `SINGLE` gives `Single`; nothing, or a stray 'null' text, gives undefined. */
export function choiceLabel(choice: Choice): string | undefined {
  if (!choice || choice.toLowerCase() === "null") return undefined;
  return choice.charAt(0).toUpperCase() + choice.slice(1).toLowerCase().replaceAll("_", " ");
}

/** The price on the card of another visa, as it is written there: `From INR 4899`. */
export function fromPrice(adultPrice: number): string {
  return `From INR ${adultPrice}`;
}

/** `30 Days per visit` gives `30D`; a text without a span is kept in letters. */
const shortSpan = (text: string) => text.replace(/^.*?(\d+)\s*([a-z])[a-z]*.*$/i, "$1$2");

/** The decorative line at the foot of a visa card, in the manner of a passport's machine-readable zone. */
export function machineLine(visa: {
  flagSrc: string;
  stayPeriod: string;
  entry?: Choice;
  processingTime: number;
}): string {
  const time = visa.processingTime === 1 ? "UPTO24H" : `UPTO${visa.processingTime}D`;
  const parts = [visa.flagSrc, shortSpan(visa.stayPeriod), choiceLabel(visa.entry) ?? "", time];
  const letters = parts.map((part) => part.toUpperCase().replace(/[^A-Z0-9]+/g, "")).filter(Boolean);
  return letters.join("<<").slice(0, machineLineLength).padEnd(machineLineLength, "<");
}
