/**
 * What is published. Open to everybody; answered from memory, never from the database.
 * Calls: its repository at the start and after each change.
 */
import type { EntityManager } from "typeorm";
import type { Database } from "../../db/database";
import { checkFirst, decodeCursor, makePage, type Page } from "../../paging";
import { findCatalogueRows, saveCatalogueRows } from "./catalogue.repository";
import { findChangedFields } from "./catalogueAdmin.repository";
import {
  buildCatalogue,
  byPrice,
  type Catalogue,
  type CatalogueCountry,
  type CatalogueRows,
  type CatalogueVisa,
  type PriceOf,
} from "./catalogue.rules";
import { findCountries, foldText, slugOf } from "./countrySearch.rules";
import { mergeSeed } from "./seedMerge.rules";

/** Narrows the list of visas; what is undefined or null does not narrow. Prices in whole rupees, times in days. */
export interface VisaFilter {
  countryUrl?: string | null;
  visaType?: "TOURIST" | "BUSINESS" | null;
  entry?: "SINGLE" | "MULTIPLE" | null;
  maxPrice?: number | null;
  maxProcessingTime?: number | null;
  search?: string | null;
}

export class CatalogueService {
  readonly #db: Database;
  readonly #priceOf: PriceOf;
  #catalogue: Catalogue;
  #isEmpty: boolean;

  private constructor(db: Database, priceOf: PriceOf, rows: CatalogueRows) {
    this.#db = db;
    this.#priceOf = priceOf;
    this.#isEmpty = rows.countries.length === 0;
    this.#catalogue = buildCatalogue(rows, priceOf);
  }

  static async open(db: Database, priceOf: PriceOf): Promise<CatalogueService> {
    return new CatalogueService(db, priceOf, await findCatalogueRows(db.read));
  }

  /** Whether nothing was ever loaded; a catalogue of which nothing is published is not empty. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /**
   * Puts the rows of the seed into the database and into memory; the same rows again change nothing. What staff
   * changed stays as they left it.
   */
  async replace(rows: CatalogueRows): Promise<void> {
    await this.change(async (transaction) => {
      const present = await findCatalogueRows(transaction);
      const changed = await findChangedFields(transaction);
      await saveCatalogueRows(transaction, mergeSeed(rows, present, changed));
    });
  }

  /**
   * Runs the work in a transaction, and answers from what it left behind as soon as that is committed: whoever writes
   * next already sees it. What it throws changes nothing.
   */
  async change<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    const { result, rows, catalogue } = await this.#db.write(async (transaction) => {
      const result = await work(transaction);
      const rows = await findCatalogueRows(transaction);
      return { result, rows, catalogue: buildCatalogue(rows, this.#priceOf) };
    });
    this.#isEmpty = rows.countries.length === 0;
    this.#catalogue = catalogue;
    return result;
  }

  /** The countries that a text means, as `findCountries` has it, by name; all of them without a text. */
  countries({ search, first }: { search?: string | null; first: number }): CatalogueCountry[] {
    return findCountries(this.#catalogue.countries, search ?? "").slice(0, Math.max(first, 0));
  }

  findCountry(countryUrl: string): CatalogueCountry | undefined {
    return this.#catalogue.countryByUrl.get(countryUrl.toLowerCase());
  }

  /** A country by any of its names as it stands in an address, as in `/visas/uae`. */
  findCountryByName(slug: string): CatalogueCountry | undefined {
    return this.#catalogue.countryByName.get(slugOf(slug));
  }

  findCountryById(visaCountryId: string): CatalogueCountry | undefined {
    return this.#catalogue.countryById.get(visaCountryId.toLowerCase());
  }

  findVisa(visaUrl: string): CatalogueVisa | undefined {
    return this.#catalogue.visaByUrl.get(visaUrl.toLowerCase());
  }

  findVisaById(visaId: string): CatalogueVisa | undefined {
    return this.#catalogue.visaById.get(visaId);
  }

  popularVisas(first: number): CatalogueVisa[] {
    return this.#catalogue.popularVisas.slice(0, Math.max(first, 0));
  }

  /**
   * Countries by name, visas cheapest first, popular visas in their order; what is published only. The same object
   * until a change, so that what was made of it may be kept as long.
   */
  get lists(): Readonly<Pick<Catalogue, "countries" | "visas" | "popularVisas">> {
    return this.#catalogue;
  }

  /** Visas that pass the filter, cheapest first, a page at a time. */
  visas({
    filter,
    first,
    after,
  }: {
    filter?: VisaFilter | null;
    first: number;
    after?: string | null;
  }): Page<CatalogueVisa> {
    const size = checkFirst(first);
    const named = findVisas(this.#catalogue, filter?.search ?? "");
    const found = named.filter((visa) => passes(visa, filter ?? {}));
    const place = after ? decodeCursor(after, 2) : undefined;
    const rest = place ? found.filter((visa) => isBehind(visa, place)) : found;
    return makePage(rest.slice(0, size + 1), size, found.length, ({ adultPrice, visaUrl }) => [
      String(adultPrice),
      visaUrl,
    ]);
  }
}

/** The visas with the text in their own name, or of a country that it means. */
function findVisas({ visas, countries }: Catalogue, search: string): CatalogueVisa[] {
  const wanted = foldText(search);
  const own = new Set(wanted ? visas.filter(({ visaName }) => foldText(visaName).includes(wanted)) : []);
  const meant = new Set(findCountries(countries, search));
  return visas.filter((visa) => own.has(visa) || meant.has(visa.country));
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

/** By place in the order and not by id: a visa that is gone meanwhile must not send anybody back to the start. */
function isBehind(visa: CatalogueVisa, [price, visaUrl]: string[]): boolean {
  return byPrice(visa, { adultPrice: Number(price), visaUrl: visaUrl! }) > 0;
}
