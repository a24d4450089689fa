import {
  describePriceLine,
  haveSeveralPrices,
  type PriceLine,
} from "../../server/modules/visaRequest/pricing.rules";
import { formatInr } from "../../server/core/money.rules";

/** The visa fee as it is shown: one line, or where travellers pay different fees one for each of them. */
export function visaFeeLines(
  netPrice: number,
  lines: readonly PriceLine[],
): { name: string; rupees: number }[] {
  if (!haveSeveralPrices(lines)) return [{ name: "Visa Fee", rupees: netPrice }];
  return lines.map((line) => ({
    name: `Visa Fee, ${describePriceLine(line, formatInr)}`,
    rupees: line.count * line.price,
  }));
}
