/** Merges the seed into a catalogue that staff may have changed. Pure. */
import type { VisaCountryEntity, VisaEntity } from "./catalogue.entity";
import type { CatalogueRows } from "./catalogue.rules";

/** The fields that staff have ever changed, keyed by visa or country id. */
export type ChangedFields = Map<string, Set<string>>;

const lists = ["documents", "terms", "faqs"] as const;

/**
 * Returns the seed's rows, except for fields that staff have changed, which are taken from `present`, as are the lists
 * of countries that the seed does not contain. Changed rows get the next version, so that a form opened earlier cannot
 * overwrite them.
 */
export function mergeSeed(
  seed: CatalogueRows,
  present: CatalogueRows,
  changed: ChangedFields,
): CatalogueRows {
  const seeded = new Set(seed.countries.map(({ visaCountryId }) => visaCountryId));
  const comesFromSeed = (visaCountryId: string, list: string) =>
    seeded.has(visaCountryId) && !changed.get(visaCountryId)?.has(list);
  const mergeList = <Row extends { visaCountryId: string }>(list: string, fresh: Row[], old: Row[]) => [
    ...fresh.filter(({ visaCountryId }) => comesFromSeed(visaCountryId, list)),
    ...old.filter(({ visaCountryId }) => !comesFromSeed(visaCountryId, list)),
  ];
  const merged = {
    documents: mergeList("documents", seed.documents, present.documents),
    terms: mergeList("terms", seed.terms, present.terms),
    faqs: mergeList("faqs", seed.faqs, present.faqs),
  };
  const hasOtherLists = ({ visaCountryId }: VisaCountryEntity) =>
    lists.some(
      (list) =>
        serialiseContents(merged[list], visaCountryId) !== serialiseContents(present[list], visaCountryId),
    );
  return {
    ...merged,
    countries: mergeRows(
      seed.countries,
      present.countries,
      ({ visaCountryId }) => visaCountryId,
      changed,
      hasOtherLists,
    ),
    visas: mergeRows<VisaEntity>(seed.visas, present.visas, ({ visaId }) => visaId, changed),
  };
}

function mergeRows<Row extends { version: number }>(
  fresh: readonly Row[],
  present: readonly Row[],
  idOf: (row: Row) => string,
  changed: ChangedFields,
  hasMore: (row: Row) => boolean = () => false,
): Row[] {
  const old = new Map(present.map((row) => [idOf(row), row]));
  return fresh.map((row) => {
    const before = old.get(idOf(row));
    if (!before) return row;
    const changedByStaff = changed.get(idOf(row));
    const own = Object.entries(before).filter(([field]) => field === "version" || changedByStaff?.has(field));
    const merged = { ...row, ...Object.fromEntries(own) } as Row;
    const isOther = (Object.keys(merged) as (keyof Row)[]).some((field) => merged[field] !== before[field]);
    return isOther || hasMore(row) ? { ...merged, version: before.version + 1 } : merged;
  });
}

/** Serialises a country's list in order, for comparison. */
function serialiseContents(
  rows: readonly { visaCountryId: string; position: number }[],
  visaCountryId: string,
): string {
  const own = rows
    .filter((row) => row.visaCountryId === visaCountryId)
    .sort((a, b) => a.position - b.position);
  return JSON.stringify(own.map((row) => Object.entries(row).sort(([a], [b]) => a.localeCompare(b))));
}
