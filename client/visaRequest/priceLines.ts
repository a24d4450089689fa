import {
  describePriceLine,
  haveSeveralPrices,
  type PriceLine,
} from "../../server/modules/visaRequest/pricing.rules";

/** Returns the lines for the visa fee: a single one, or one per category of applicants if the fees differ. */
export function visaFeeLines(
  netPrice: number,
  lines: readonly PriceLine[],
): { name: string; rupees: number }[] {
  if (!haveSeveralPrices(lines)) return [{ name: "Visa Fee", rupees: netPrice }];
  return lines.map((line) => ({
    name: `Visa Fee, ${describePriceLine(line)}`,
    rupees: line.count * line.price,
  }));
}
