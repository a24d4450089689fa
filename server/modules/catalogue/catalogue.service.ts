/**
 * What is published. Open to everybody; answered from memory, never from the database. Guards: what is sold is sold as the
 * rows have it in the transaction of the sale, also where another process has changed them a moment ago.
 * Calls: its repository at the start and after each change.
 */
import type { EntityManager } from "typeorm";
import type { Database } from "../../db/database";
import { checkFirst, decodeCursor, makePage, type Page } from "../../paging";
import {
  findCatalogueRows,
  findCatalogueVersion,
  raiseCatalogueVersion,
  saveCatalogueRows,
} from "./catalogue.repository";
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

/** What processes on one database tell each other. */
const topic = "catalogue";

/** One state of the rows, and which that is. */
interface Snapshot {
  version: number;
  isEmpty: boolean;
  catalogue: Catalogue;
}

export class CatalogueService {
  readonly #db: Database;
  readonly #priceOf: PriceOf;
  #kept: Snapshot;

  private constructor(db: Database, priceOf: PriceOf, kept: Snapshot) {
    this.#db = db;
    this.#priceOf = priceOf;
    this.#kept = kept;
    // What fails is done at the next `refresh`, which the server does again and again.
    db.listen(topic, () => void this.refresh().catch(() => undefined));
  }

  static async open(db: Database, priceOf: PriceOf): Promise<CatalogueService> {
    return new CatalogueService(db, priceOf, await findSnapshot(db.read, priceOf));
  }

  /** Takes on what another process has changed; nobody need call it where nobody shares the database. */
  async refresh(): Promise<void> {
    const db = this.#db;
    if ((await findCatalogueVersion(db.rows)) === this.#kept.version) return;
    // In a transaction, so that the rows belong together.
    this.#take(await db.write((transaction) => findSnapshot(transaction, this.#priceOf)));
  }

  /** Whether nothing was ever loaded; a catalogue of which nothing is published is not empty. */
  get isEmpty(): boolean {
    return this.#kept.isEmpty;
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
    const db = this.#db;
    const { result, snapshot } = await db.write(async (transaction) => {
      const result = await work(transaction);
      await raiseCatalogueVersion(transaction);
      await db.announce(transaction, topic);
      return { result, snapshot: await findSnapshot(transaction, this.#priceOf) };
    });
    this.#take(snapshot);
    return result;
  }

  /** The visa as it is sold in this transaction; undefined where it is not. */
  async findVisaToSell(transaction: EntityManager, visaId: string): Promise<CatalogueVisa | undefined> {
    const isCurrent = !this.#db.isShared || (await findCatalogueVersion(transaction)) === this.#kept.version;
    const { catalogue } = isCurrent ? this.#kept : await findSnapshot(transaction, this.#priceOf);
    return catalogue.visaById.get(visaId);
  }

  /** Two changes may come back in another order than they were committed in: the later one stays. */
  #take(snapshot: Snapshot): void {
    if (snapshot.version > this.#kept.version) this.#kept = snapshot;
  }

  /** The countries that a text means, as `findCountries` has it, by name; all of them without a text. */
  countries({ search, first }: { search?: string | null; first: number }): CatalogueCountry[] {
    return findCountries(this.#kept.catalogue.countries, search ?? "").slice(0, Math.max(first, 0));
  }

  findCountry(countryUrl: string): CatalogueCountry | undefined {
    return this.#kept.catalogue.countryByUrl.get(countryUrl.toLowerCase());
  }

  /** A country by any of its names as it stands in an address, as in `/visas/uae`. */
  findCountryByName(slug: string): CatalogueCountry | undefined {
    return this.#kept.catalogue.countryByName.get(slugOf(slug));
  }

  findCountryById(visaCountryId: string): CatalogueCountry | undefined {
    return this.#kept.catalogue.countryById.get(visaCountryId.toLowerCase());
  }

  findVisa(visaUrl: string): CatalogueVisa | undefined {
    return this.#kept.catalogue.visaByUrl.get(visaUrl.toLowerCase());
  }

  findVisaById(visaId: string): CatalogueVisa | undefined {
    return this.#kept.catalogue.visaById.get(visaId);
  }

  popularVisas(first: number): CatalogueVisa[] {
    return this.#kept.catalogue.popularVisas.slice(0, Math.max(first, 0));
  }

  /**
   * Countries by name, visas cheapest first, popular visas in their order; what is published only. The same object
   * until a change, so that what was made of it may be kept as long.
   */
  get lists(): Readonly<Pick<Catalogue, "countries" | "visas" | "popularVisas">> {
    return this.#kept.catalogue;
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
    const named = findVisas(this.#kept.catalogue, filter?.search ?? "");
    const found = named.filter((visa) => passes(visa, filter ?? {}));
    const place = after ? decodeCursor(after, 2) : undefined;
    const rest = place ? found.filter((visa) => isBehind(visa, place)) : found;
    return makePage(rest.slice(0, size + 1), size, found.length, ({ adultPrice, visaUrl }) => [
      String(adultPrice),
      visaUrl,
    ]);
  }
}

/** The version first: rows that are newer than it are read again, older ones would stay. */
async function findSnapshot(db: EntityManager, priceOf: PriceOf): Promise<Snapshot> {
  const version = await findCatalogueVersion(db);
  const rows = await findCatalogueRows(db);
  return { version, isEmpty: rows.countries.length === 0, catalogue: buildCatalogue(rows, priceOf) };
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
