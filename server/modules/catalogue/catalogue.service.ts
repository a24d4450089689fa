/** The published catalogue, served from memory. A new application uses the version that its transaction has read. */
import type { EntityManager } from "typeorm";
import type { Database } from "../../platform/db/database";
import { checkFirst, ListCursors, makePage } from "../../core/paging";
import {
  findCatalogueRows,
  findCatalogueVersion,
  raiseCatalogueVersion,
  saveCatalogueRows,
} from "./catalogue.repository";
import { findChangedFields } from "./catalogueAdmin.repository";
import {
  buildCatalogue,
  type Catalogue,
  type CatalogueCountry,
  type CatalogueRows,
  type CatalogueVisa,
  type PriceOf,
} from "./catalogue.rules";
import { findCountries, toSlug } from "./countrySearch.rules";
import type { VisaRequirement } from "./requirement/requirement.rules";
import { toRequirementLists } from "./requirement/requirementList.logic";
import { findMissingLists, findRequirementList, insertLists } from "./requirement/requirementList.repository";
import { mergeSeed } from "./seedMerge.rules";
import { findVisas, isBehind, type VisaFilter } from "./visaSearch.rules";

/** The topic on which processes with a shared database announce changes. */
const topic = "catalogue";

/** The catalogue built from one version of the rows. */
type Snapshot = Awaited<ReturnType<typeof findSnapshot>>;

const cursors = new ListCursors("visas", ["number", "text"]);

export class CatalogueService {
  /** Requirement lists by id. They never change, so each is read once. */
  readonly #requirementLists = new Map<string, VisaRequirement[]>();

  private constructor(
    private readonly db: Database,
    private readonly priceOf: PriceOf,
    private kept: Snapshot,
  ) {
    // A failed refresh needs no handling, because the next scheduled one repeats it.
    db.listen(topic, () => void this.refresh().catch(() => undefined));
  }

  static async open(db: Database, priceOf: PriceOf): Promise<CatalogueService> {
    const kept = await findSnapshot(db.read, priceOf);
    // Requirement lists are missing if the rows date from before they existed, or from a server that derived other
    // ones.
    const missing = await findMissingLists(db.read, toRequirementLists(kept.catalogue.visas));
    if (missing.length > 0) await db.write((transaction) => insertLists(transaction, missing));
    return new CatalogueService(db, priceOf, kept);
  }

  /** Loads the changes of other processes. Unnecessary if no other process shares the database. */
  async refresh(): Promise<void> {
    const db = this.db;
    if ((await findCatalogueVersion(db.rows)) === this.kept.version) return;
    // Reads in a transaction, so that the rows are consistent.
    this.#take(await db.write((transaction) => findSnapshot(transaction, this.priceOf)));
  }

  /** True if nothing was ever loaded. A catalogue without published visas is not empty. */
  get isEmpty(): boolean {
    return this.kept.isEmpty;
  }

  /**
   * Loads the seed into the database and into memory; loading the same rows again changes none of them. Changes by
   * staff are preserved.
   */
  async replace(rows: CatalogueRows): Promise<void> {
    await this.change(async (transaction) => {
      const present = await findCatalogueRows(transaction);
      const changed = await findChangedFields(transaction);
      await saveCatalogueRows(transaction, mergeSeed(rows, present, changed));
      return true;
    });
  }

  /** Returns all rows, including unpublished ones. */
  readRows(): Promise<CatalogueRows> {
    return findCatalogueRows(this.db.read);
  }

  /**
   * Runs `work` in a transaction and swaps in the resulting catalogue after the commit, so that the next writer
   * already sees it. If `work` throws, nothing changes. If it returns false, the catalogue is not reloaded.
   */
  async change(work: (transaction: EntityManager) => Promise<boolean>): Promise<void> {
    const db = this.db;
    const snapshot = await db.write(async (transaction) => {
      if (!(await work(transaction))) return undefined;
      await raiseCatalogueVersion(transaction);
      await db.announce(transaction, topic);
      const snapshot = await findSnapshot(transaction, this.priceOf);
      const lists = toRequirementLists(snapshot.catalogue.visas);
      await insertLists(transaction, await findMissingLists(transaction, lists));
      return snapshot;
    });
    if (snapshot) this.#take(snapshot);
  }

  /**
   * Returns the visa as this transaction sees it, or undefined if it is not published. `version` is the catalogue
   * version that this transaction has read (catalogue.reads.ts).
   */
  async findVisaToSell(
    transaction: EntityManager,
    visaId: string,
    version: number,
  ): Promise<CatalogueVisa | undefined> {
    const isCurrent = !this.db.hasOtherWriters || version === this.kept.version;
    const { catalogue } = isCurrent ? this.kept : await findSnapshot(transaction, this.priceOf);
    return catalogue.visaById.get(visaId);
  }

  /**
   * Concurrent changes may finish here in another order than they committed, so only a higher version replaces the
   * catalogue.
   */
  #take(snapshot: Snapshot): void {
    if (snapshot.version > this.kept.version) this.kept = snapshot;
  }

  /**
   * Returns the countries that match the text (see `findCountries`), sorted by name, or all if there is no text.
   */
  countries({ search, first }: { search?: string | null; first: number }): CatalogueCountry[] {
    return findCountries(this.kept.catalogue.countries, search ?? "").slice(0, Math.max(first, 0));
  }

  findCountry(countryUrl: string): CatalogueCountry | undefined {
    return this.kept.catalogue.countryByUrl.get(countryUrl.toLowerCase());
  }

  /** Returns a country by the slug of any of its names, as in `/visas/uae`. */
  findCountryByName(slug: string): CatalogueCountry | undefined {
    return this.kept.catalogue.countryByName.get(toSlug(slug));
  }

  findCountryById(visaCountryId: string): CatalogueCountry | undefined {
    return this.kept.catalogue.countryById.get(visaCountryId);
  }

  findVisa(visaUrl: string): CatalogueVisa | undefined {
    return this.kept.catalogue.visaByUrl.get(visaUrl.toLowerCase());
  }

  findVisaById(visaId: string): CatalogueVisa | undefined {
    return this.kept.catalogue.visaById.get(visaId);
  }

  /** Returns the requirements that applied when a request was created, or the current ones if none were stored. */
  async findRequirements(request: {
    visaId: string;
    requirementListId: string | null;
  }): Promise<VisaRequirement[]> {
    const { visaId, requirementListId: id } = request;
    const kept = id ? await this.#findRequirementList(id) : undefined;
    return kept ?? this.findVisaById(visaId)?.requirements ?? [];
  }

  async #findRequirementList(id: string): Promise<VisaRequirement[] | undefined> {
    const known = this.#requirementLists.get(id) ?? (await findRequirementList(this.db.rows, id));
    if (known) this.#requirementLists.set(id, known);
    return known;
  }

  popularVisas(first: number): CatalogueVisa[] {
    return this.kept.catalogue.popularVisas.slice(0, Math.max(first, 0));
  }

  /**
   * Published countries by name, visas cheapest first, and popular visas by rank. Returns the same object until the
   * catalogue changes, so that it can be the key of cached results.
   */
  get lists(): Readonly<Pick<Catalogue, "countries" | "visas" | "popularVisas">> {
    return this.kept.catalogue;
  }

  visas({ filter, first, after }: { filter?: VisaFilter | null; first: number; after?: string | null }) {
    const size = checkFirst(first);
    const found = findVisas(this.kept.catalogue, filter ?? {});
    const place = after ? cursors.decode(after) : undefined;
    const rest = place ? found.filter((visa) => isBehind(visa, place)) : found;
    const page = makePage(rest, size, ({ adultPrice, visaUrl }) =>
      cursors.encode([String(adultPrice), visaUrl]),
    );
    return { ...page, totalCount: found.length };
  }
}

/**
 * Reads the version before the rows: if the rows change in between, the next refresh reads them again. In the other
 * order, old rows would remain.
 */
export async function findSnapshot(db: EntityManager, priceOf: PriceOf) {
  const version = await findCatalogueVersion(db);
  const rows = await findCatalogueRows(db);
  return { version, isEmpty: rows.countries.length === 0, catalogue: buildCatalogue(rows, priceOf) };
}
