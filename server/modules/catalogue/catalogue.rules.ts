/** Builds the catalogue as it is held in memory and asked from: countries and visas that know each other. Pure. */
import type {
  VisaCountryEntity,
  VisaDocumentEntity,
  VisaEntity,
  VisaFaqEntity,
  VisaTermEntity,
} from "./catalogue.entity";
import { slugOf } from "./countrySearch.rules";

/** The tables of the catalogue, whole. */
export interface CatalogueRows {
  countries: VisaCountryEntity[];
  visas: VisaEntity[];
  documents: VisaDocumentEntity[];
  terms: VisaTermEntity[];
  faqs: VisaFaqEntity[];
}

/** What one adult pays, all in; in whole rupees. */
export interface PriceSummary {
  visaFee: number;
  serviceFee: number;
  gst: number;
  total: number;
}

/** What a visa costs one adult, as the requests that come of it are priced. */
export type PriceOf = (visa: VisaEntity) => PriceSummary;

export interface CatalogueVisa extends VisaEntity {
  countryUrl: string;
  visaCountryName: string;
  flagSrc: string;
  flagUrl: string;
  priceSummary: PriceSummary;
  country: CatalogueCountry;
}

type PlaceInOrder = Pick<CatalogueVisa, "adultPrice" | "visaUrl">;

export interface CatalogueCountry extends Omit<VisaCountryEntity, "aliases"> {
  /** Other names it is found by. */
  aliases: string[];
  flagUrl: string;
  lowestProcessingTime: number | null;
  lowestPrice: number | null;
  leadVisa: CatalogueVisa | null;
  visas: CatalogueVisa[];
  visaDocuments: VisaDocumentEntity[];
  visaTerms: VisaTermEntity[];
  visaFAQs: VisaFaqEntity[];
}

/** What is published, ready to be answered from; active countries and visas only. */
export interface Catalogue {
  /** By name. */
  countries: CatalogueCountry[];
  /** Cheapest first. */
  visas: CatalogueVisa[];
  /** The lead visas of the countries with a rank, in its order. */
  popularVisas: CatalogueVisa[];
  countryByUrl: Map<string, CatalogueCountry>;
  /** By its own and its other names, as they stand in an address. */
  countryByName: Map<string, CatalogueCountry>;
  countryById: Map<string, CatalogueCountry>;
  visaByUrl: Map<string, CatalogueVisa>;
  visaById: Map<string, CatalogueVisa>;
}

/** The flag of a two-letter country code, as this server serves it. */
export function flagUrlOf(flagSrc: string): string {
  return `/flags/${flagSrc}.svg`;
}

export function buildCatalogue(rows: CatalogueRows, priceOf: PriceOf): Catalogue {
  const countries = rows.countries
    .filter(({ isActive }) => isActive)
    .map((country) => buildCountry(country, rows, priceOf))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  const visas = countries.flatMap((country) => country.visas).sort(byPrice);
  const popularVisas = countries
    .filter(({ popularRank }) => popularRank !== null)
    .sort((a, b) => a.popularRank! - b.popularRank!)
    .flatMap(({ leadVisa }) => leadVisa ?? []);
  return {
    countries,
    visas,
    popularVisas,
    countryByUrl: new Map(countries.map((country) => [country.countryUrl.toLowerCase(), country])),
    countryByName: new Map(
      countries.flatMap((country) =>
        [country.name, ...country.aliases].map((name) => [slugOf(name), country] as const),
      ),
    ),
    countryById: new Map(countries.map((country) => [country.visaCountryId, country])),
    visaByUrl: new Map(visas.map((visa) => [visa.visaUrl.toLowerCase(), visa])),
    visaById: new Map(visas.map((visa) => [visa.visaId, visa])),
  };
}

function buildCountry(row: VisaCountryEntity, rows: CatalogueRows, priceOf: PriceOf): CatalogueCountry {
  const isOurs = ({ visaCountryId }: { visaCountryId: string }) => visaCountryId === row.visaCountryId;
  const country: CatalogueCountry = {
    ...row,
    aliases: JSON.parse(row.aliases) as string[],
    flagUrl: flagUrlOf(row.flagSrc),
    lowestProcessingTime: null,
    lowestPrice: null,
    leadVisa: null,
    visas: [],
    visaDocuments: rows.documents.filter(isOurs).sort(byPosition),
    visaTerms: rows.terms.filter(isOurs).sort(byPosition),
    visaFAQs: rows.faqs.filter(isOurs).sort(byPosition),
  };
  country.visas = rows.visas
    .filter((visa) => isOurs(visa) && visa.isActive)
    .map((visa) => buildVisa(visa, country, priceOf))
    .sort(byPrice);
  country.leadVisa = country.visas[0] ?? null;
  if (country.leadVisa) {
    country.lowestPrice = country.leadVisa.adultPrice;
    country.lowestProcessingTime = Math.min(...country.visas.map(({ processingTime }) => processingTime));
  }
  return country;
}

function buildVisa(row: VisaEntity, country: CatalogueCountry, priceOf: PriceOf): CatalogueVisa {
  return {
    ...row,
    countryUrl: country.countryUrl,
    visaCountryName: country.name,
    flagSrc: country.flagSrc,
    flagUrl: country.flagUrl,
    priceSummary: priceOf(row),
    country,
  };
}

/** The order of all lists of visas: cheapest first, then by slug. */
export function byPrice(a: PlaceInOrder, b: PlaceInOrder): number {
  return a.adultPrice - b.adultPrice || a.visaUrl.localeCompare(b.visaUrl);
}

function byPosition(a: { position: number }, b: { position: number }): number {
  return a.position - b.position;
}
