/** The price of a request in whole rupees. The service fee is per applicant; GST applies only to this fee. */

import { formatInr, roundRupees } from "../../core/money.rules";

export const travelerTypes = ["ADULT", "CHILD", "INFANT"] as const;
/** By age on the day of travel. Selects one of the two prices. */
export type TravelerType = (typeof travelerTypes)[number];

/** The fee settings of this installation. */
export interface FeeRates {
  /** Per applicant, in whole rupees. */
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

/** Children and infants pay `childPrice` if there is one. */
export function visaFeeFor(prices: VisaPrices, traveler: TravelerType): number {
  return traveler === "ADULT" ? prices.adultPrice : (prices.childPrice ?? prices.adultPrice);
}

/** True if an applicant of the request pays the same visa fee in both categories. */
export function haveSameFee(
  { pricePerApplicant, childPrice }: { pricePerApplicant: number; childPrice: number | null },
  one: TravelerType,
  other: TravelerType,
): boolean {
  const prices = { adultPrice: pricePerApplicant, childPrice };
  return visaFeeFor(prices, one) === visaFeeFor(prices, other);
}

/** Returns the price of a request, which is that of one adult until an applicant is added. */
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

/** The number of applicants in a category, and the visa fee of each in whole rupees. */
export interface PriceLine {
  travelerType: TravelerType;
  count: number;
  price: number;
}

/** Splits the `netPrice` by category. Returns an empty list if the lines do not add up to it. */
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

/** True if applicants pay different fees, so that there is no single price to show. */
export function haveSeveralPrices(lines: readonly Pick<PriceLine, "price">[]): boolean {
  return new Set(lines.map(({ price }) => price)).size > 1;
}

/** Formats a line, e.g. `2 adults × INR 2399/-`. */
export function describePriceLine({ travelerType, count, price }: PriceLine): string {
  const [one, more] = travelerNouns[travelerType];
  return `${count} ${count === 1 ? one : more} × ${formatInr(price)}`;
}

const travelerNouns: Readonly<Record<TravelerType, readonly [one: string, more: string]>> = {
  ADULT: ["adult", "adults"],
  CHILD: ["child", "children"],
  INFANT: ["infant", "infants"],
};

/** Returns a function that splits a visa's price for one adult into its parts, for the catalogue. */
export function summarisePriceAt(rates: FeeRates) {
  return (prices: VisaPrices) => {
    const { netPrice, serviceFee, gst, totalPrice } = priceRequest(prices, ["ADULT"], rates);
    return { visaFee: netPrice, serviceFee, gst, total: totalPrice };
  };
}
