/** What a request costs, in whole rupees: the service fee is per applicant; GST is on the fee only. */

export const travelerTypes = ["ADULT", "CHILD", "INFANT"] as const;
/** By age on the day of travel; it decides between the two prices. */
export type TravelerType = (typeof travelerTypes)[number];

/** The fee settings of this installation. */
export interface FeeRates {
  /** For one applicant, in whole rupees. */
  serviceFee: number;
  gstPercent: number;
}

export interface VisaPrices {
  adultPrice: number;
  childPrice: number | null;
}

export interface Price {
  netPrice: number;
  serviceFee: number;
  gst: number;
  totalPrice: number;
}

/** Children and infants pay `childPrice` where there is one. */
export function visaFeeFor(prices: VisaPrices, traveler: TravelerType): number {
  return traveler === "ADULT" ? prices.adultPrice : (prices.childPrice ?? prices.adultPrice);
}

/** The price of a request. Before the first traveller is added it counts one adult. */
export function priceRequest(
  prices: VisaPrices,
  travelers: readonly TravelerType[],
  { serviceFee, gstPercent }: FeeRates,
): Price {
  const counted = travelers.length > 0 ? travelers : (["ADULT"] as const);
  const netPrice = counted.reduce((sum, traveler) => sum + visaFeeFor(prices, traveler), 0);
  const fees = serviceFee * counted.length;
  const gst = roundRupees((fees * gstPercent) / 100);
  return { netPrice, serviceFee: fees, gst, totalPrice: netPrice + fees + gst };
}

/** The travellers of one category, with the visa fee of each, in whole rupees. */
export interface PriceLine {
  travelerType: TravelerType;
  count: number;
  price: number;
}

/**
 * The visa fees of a request by category, which add up to its `netPrice`. None where they would not, as after a
 * correction of a birthday, which changes no price; before the first traveller one adult is counted.
 */
export function splitPrice(
  request: { pricePerApplicant: number; childPrice: number | null; netPrice: number },
  travelers: readonly TravelerType[],
): PriceLine[] {
  const prices = { adultPrice: request.pricePerApplicant, childPrice: request.childPrice };
  const counted = travelers.length > 0 ? travelers : (["ADULT"] as const);
  const lines = travelerTypes
    .map((travelerType) => ({
      travelerType,
      count: counted.filter((traveler) => traveler === travelerType).length,
      price: visaFeeFor(prices, travelerType),
    }))
    .filter(({ count }) => count > 0);
  const sum = lines.reduce((total, { count, price }) => total + count * price, 0);
  return sum === request.netPrice ? lines : [];
}

/** Whether the travellers pay different fees, so that one price cannot stand for all. */
export function haveSeveralPrices(lines: readonly Pick<PriceLine, "price">[]): boolean {
  return new Set(lines.map(({ price }) => price)).size > 1;
}

/** A line for reading, e.g. `2 adults × INR 2399/-`; `formatPrice` writes the fee. */
export function describePriceLine(
  { travelerType, count, price }: PriceLine,
  formatPrice: (rupees: number) => string,
): string {
  const [one, more] = travelerNouns[travelerType];
  return `${count} ${count === 1 ? one : more} × ${formatPrice(price)}`;
}

const travelerNouns: Readonly<Record<TravelerType, readonly [one: string, more: string]>> = {
  ADULT: ["adult", "adults"],
  CHILD: ["child", "children"],
  INFANT: ["infant", "infants"],
};

/** What one adult pays for a visa, by its parts, as the catalogue shows it. */
export function summarisePriceAt(rates: FeeRates) {
  return (prices: VisaPrices) => {
    const { netPrice, serviceFee, gst, totalPrice } = priceRequest(prices, ["ADULT"], rates);
    return { visaFee: netPrice, serviceFee, gst, total: totalPrice };
  };
}

/** Half a rupee goes up. The one place where money is rounded. */
export function roundRupees(amount: number): number {
  return Math.round(amount);
}

/** Razorpay counts in paise. */
export function toPaise(rupees: number): number {
  return rupees * 100;
}

/** All our amounts are whole rupees, and so are these. */
export function toRupees(paise: number): number {
  return roundRupees(paise / 100);
}
