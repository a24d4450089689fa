/** Filters and pagination of the list of visas. Pure. */
import { byPrice, type Catalogue, type CatalogueVisa } from "./catalogue.rules";
import { findCountries, foldText, toSearched } from "./countrySearch.rules";

/** Undefined and null do not filter. Prices are in whole rupees, times in days. */
export interface VisaFilter {
  countryUrl?: string | null;
  visaType?: "TOURIST" | "BUSINESS" | null;
  entry?: "SINGLE" | "MULTIPLE" | null;
  maxPrice?: number | null;
  maxProcessingTime?: number | null;
  search?: string | null;
}

/** Returns the visas that pass the filter. The search text matches a visa's name or country. */
export function findVisas({ visas, countries }: Catalogue, filter: VisaFilter): CatalogueVisa[] {
  const search = toSearched(filter.search ?? "");
  const wanted = foldText(search);
  const own = new Set(wanted ? visas.filter(({ visaName }) => foldText(visaName).includes(wanted)) : []);
  const meant = new Set(findCountries(countries, search));
  return visas.filter((visa) => (own.has(visa) || meant.has(visa.country)) && passes(visa, filter));
}

function passes(visa: CatalogueVisa, filter: VisaFilter): boolean {
  return (
    (filter.countryUrl == null || visa.countryUrl === filter.countryUrl.toLowerCase()) &&
    (filter.visaType == null || visa.visaType === filter.visaType) &&
    (filter.entry == null || visa.entry === filter.entry) &&
    (filter.maxPrice == null || visa.adultPrice <= filter.maxPrice) &&
    (filter.maxProcessingTime == null || visa.processingTime <= filter.maxProcessingTime)
  );
}

/**
 * True if the visa comes after the cursor. Compares sort keys, so that a deleted visa does not restart the pagination.
 */
export function isBehind(visa: CatalogueVisa, [price, visaUrl]: string[]): boolean {
  return byPrice(visa, { adultPrice: Number(price), visaUrl: visaUrl! }) > 0;
}
