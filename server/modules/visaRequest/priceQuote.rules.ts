/** Price quotes for applications that do not exist yet. Pure. */
import type { Day } from "../../core/day.rules";
import {
  priceRequest,
  splitPrice,
  type FeeRates,
  type Price,
  type PriceLine,
  type TravelerType,
  type VisaPrices,
} from "./pricing.rules";
import { findTravelDateViolation } from "./travelDate.rules";

/** Maximum number of applicants per quote. */
export const maxQuotedTravelers = 100;

export type TravelerCounts = Record<"adults" | "children" | "infants", number>;

export interface QuoteRequest extends TravelerCounts {
  travelDate: Day;
}

/** A quote request as sent. The defaults are today as travel date, and one adult. */
export type WantedQuote = { [Name in keyof QuoteRequest]?: QuoteRequest[Name] | null };

export interface PriceQuote extends Price {
  priceLines: PriceLine[];
}

interface QuoteViolation {
  field: string;
  message: string;
}

/** Returns the first problem with a request for a quote, or undefined. `today` is the day in India. */
export function findQuoteViolation(
  { travelDate, ...counts }: QuoteRequest,
  today: Day,
): QuoteViolation | undefined {
  const message = findTravelDateViolation(travelDate, today);
  return message ? { field: "travelDate", message } : findCountViolation(counts);
}

export function findCountViolation(counts: TravelerCounts): QuoteViolation | undefined {
  const entries = Object.entries(counts);
  const wrong = entries.find(([, count]) => count < 0 || count > maxQuotedTravelers);
  if (wrong) return { field: wrong[0], message: `${wrong[0]} must be between 0 and ${maxQuotedTravelers}` };
  const sum = entries.reduce((total, [, count]) => total + count, 0);
  return sum < 1 || sum > maxQuotedTravelers
    ? { field: "adults", message: `A quote is for 1 to ${maxQuotedTravelers} applicants` }
    : undefined;
}

/** Returns the price of an application for these applicants. */
export function quotePrice(visa: VisaPrices, counts: TravelerCounts, fees: FeeRates): PriceQuote {
  const many = (count: number, traveler: TravelerType) => Array.from({ length: count }, () => traveler);
  const travelers = [
    ...many(counts.adults, "ADULT"),
    ...many(counts.children, "CHILD"),
    ...many(counts.infants, "INFANT"),
  ];
  const price = priceRequest(visa, travelers, fees);
  const { adultPrice: pricePerApplicant, childPrice } = visa;
  return { ...price, priceLines: splitPrice({ ...price, pricePerApplicant, childPrice }, travelers) };
}
