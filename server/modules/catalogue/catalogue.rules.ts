/** Builds the in-memory catalogue: countries and visas that reference each other. Pure. */
import type {
  VisaCountryEntity,
  VisaDocumentEntity,
  VisaEntity,
  VisaFaqEntity,
  VisaTermEntity,
} from "./catalogue.entity";
import { toSlug } from "./countrySearch.rules";
import { listRequirements, type VisaRequirement } from "./requirement/requirement.rules";

export interface CatalogueRows {
  countries: VisaCountryEntity[];
  visas: VisaEntity[];
  documents: VisaDocumentEntity[];
  terms: VisaTermEntity[];
  faqs: VisaFaqEntity[];
}

/** The price for one adult including all fees, in whole rupees. */
type PriceSummary = Record<"visaFee" | "serviceFee" | "gst" | "total", number>;

/** Returns the price of a visa for one adult, calculated like the price of a request. */
export type PriceOf = (visa: VisaEntity) => PriceSummary;

export interface CatalogueVisa extends VisaEntity {
  countryUrl: string;
  visaCountryName: string;
  flagSrc: string;
  flagUrl: string;
  priceSummary: PriceSummary;
  requirements: VisaRequirement[];
  country: CatalogueCountry;
}

type PlaceInOrder = Pick<CatalogueVisa, "adultPrice" | "visaUrl">;

export interface CatalogueCountry extends Omit<VisaCountryEntity, "aliases"> {
  /** Alternative names for the search. */
  aliases: string[];
  flagUrl: string;
  lowestProcessingTime: number | null;
  lowestPrice: number | null;
  lowestTotal: number | null;
  leadVisa: CatalogueVisa | null;
  visas: CatalogueVisa[];
  visaDocuments: Omit<VisaDocumentEntity, "requirement">[];
  visaTerms: VisaTermEntity[];
  visaFAQs: VisaFaqEntity[];
}

/** The published catalogue, indexed for queries. Contains only active countries and visas. */
export interface Catalogue {
  /** Sorted by name. */
  countries: CatalogueCountry[];
  /** Cheapest first. */
  visas: CatalogueVisa[];
  /** The lead visas of the countries with a `popularRank`, in the order of the ranks. */
  popularVisas: CatalogueVisa[];
  countryByUrl: Map<string, CatalogueCountry>;
  /** Keyed by the slugs of main and alternative names. */
  countryByName: Map<string, CatalogueCountry>;
  countryById: Map<string, CatalogueCountry>;
  visaByUrl: Map<string, CatalogueVisa>;
  visaById: Map<string, CatalogueVisa>;
}

export function toFlagUrl(flagSrc: string): string {
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
        [country.name, ...country.aliases].map((name) => [toSlug(name), country] as const),
      ),
    ),
    countryById: new Map(countries.map((country) => [country.visaCountryId, country])),
    visaByUrl: new Map(visas.map((visa) => [visa.visaUrl.toLowerCase(), visa])),
    visaById: new Map(visas.map((visa) => [visa.visaId, visa])),
  };
}

function buildCountry(row: VisaCountryEntity, rows: CatalogueRows, priceOf: PriceOf): CatalogueCountry {
  const isOurs = ({ visaCountryId }: { visaCountryId: string }) => visaCountryId === row.visaCountryId;
  const documents = rows.documents.filter(isOurs).sort(byPosition);
  const country: CatalogueCountry = {
    ...row,
    aliases: JSON.parse(row.aliases) as string[],
    flagUrl: toFlagUrl(row.flagSrc),
    lowestProcessingTime: null,
    lowestPrice: null,
    lowestTotal: null,
    leadVisa: null,
    visas: [],
    visaDocuments: documents.map(({ requirement: _requirement, ...document }) => document),
    visaTerms: rows.terms.filter(isOurs).sort(byPosition),
    visaFAQs: rows.faqs.filter(isOurs).sort(byPosition),
  };
  country.visas = rows.visas
    .filter((visa) => isOurs(visa) && visa.isActive)
    .map((visa) => buildVisa(visa, country, { priceOf, documents }))
    .sort(byPrice);
  const [cheapest] = country.visas;
  if (cheapest) {
    country.leadVisa = country.visas.find(({ visaUrl }) => visaUrl === row.leadVisaUrl) ?? cheapest;
    country.lowestPrice = cheapest.adultPrice;
    country.lowestTotal = cheapest.priceSummary.total;
    country.lowestProcessingTime = Math.min(...country.visas.map(({ processingTime }) => processingTime));
  }
  return country;
}

function buildVisa(
  row: VisaEntity,
  country: CatalogueCountry,
  { priceOf, documents }: { priceOf: PriceOf; documents: VisaDocumentEntity[] },
): CatalogueVisa {
  return {
    ...row,
    countryUrl: country.countryUrl,
    visaCountryName: country.name,
    flagSrc: country.flagSrc,
    flagUrl: country.flagUrl,
    priceSummary: priceOf(row),
    requirements: listRequirements(row, documents),
    country,
  };
}

/** The sort order of all lists of visas: cheapest first, then by slug. */
export function byPrice(a: PlaceInOrder, b: PlaceInOrder): number {
  return a.adultPrice - b.adultPrice || a.visaUrl.localeCompare(b.visaUrl);
}

function byPosition(a: { position: number }, b: { position: number }): number {
  return a.position - b.position;
}
