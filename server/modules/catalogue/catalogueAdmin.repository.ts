import { In, IsNull, type EntityManager } from "typeorm";
import { findBy, updateWhere } from "../../platform/db/entityQueries";
import { findRowsByKeys, queryRows, type RowSource } from "../../platform/db/rowSource";
import {
  VisaCountryEntity,
  VisaDocumentEntity,
  VisaEntity,
  VisaFaqEntity,
  VisaTermEntity,
  CatalogueChangeEntity,
} from "./catalogue.entity";
import type { CatalogueRows } from "./catalogue.rules";
import type { VisaChanges } from "./catalogueAdmin.rules";
import type { FieldChange } from "./history/fieldChanges.rules";
import type { ChangedFields } from "./seedMerge.rules";

type NewChange = Omit<CatalogueChangeEntity, "catalogueChangeId" | "fields"> & { fields: FieldChange[] };

/** Returns the rows of one country, or undefined if it does not exist. */
export async function findCountryRows(
  db: EntityManager,
  where: { visaCountryId: string } | { countryUrl: string },
): Promise<CatalogueRows | undefined> {
  const country = await db.findOneBy(VisaCountryEntity, where);
  if (!country) return undefined;
  const { visaCountryId } = country;
  const inOrder = { where: { visaCountryId }, order: { position: "ASC" } } as const;
  return {
    countries: [country],
    visas: await db.findBy(VisaEntity, { visaCountryId }),
    documents: await db.find(VisaDocumentEntity, inOrder),
    terms: await db.find(VisaTermEntity, inOrder),
    faqs: await db.find(VisaFaqEntity, inOrder),
  };
}

export const findVisaRow = findBy(VisaEntity, "visaId");

export async function findCountryUrls(
  source: RowSource,
  visaIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findRowsByKeys<Record<"visaId" | "countryUrl", string>>(
    source,
    visaIds,
    (marks) => `SELECT "visaId", "countryUrl" FROM visa JOIN visa_country USING ("visaCountryId")
      WHERE "visaId" IN (${marks})`,
  );
  return new Map(rows.map(({ visaId, countryUrl }) => [visaId, countryUrl]));
}

const changeVisas = updateWhere(VisaEntity);
const changeCountries = updateWhere(VisaCountryEntity);

/** Changes a visa if it still has this version; returns false otherwise. */
export const changeVisa = (
  transaction: EntityManager,
  { visaId, version }: Pick<VisaEntity, "visaId" | "version">,
  changes: VisaChanges,
) =>
  changeVisas(transaction, { visaId, version }, { ...changes, version: version + 1 } as Partial<VisaEntity>);

export const changeCountry = (
  transaction: EntityManager,
  { visaCountryId, version }: Pick<VisaCountryEntity, "visaCountryId" | "version">,
  changes: Partial<VisaCountryEntity>,
) => changeCountries(transaction, { visaCountryId, version }, { ...changes, version: version + 1 });

/** Replaces the documents, terms or FAQs of a country. Omitted lists stay unchanged. */
export async function replaceLists(
  transaction: EntityManager,
  visaCountryId: string,
  lists: Partial<Pick<CatalogueRows, "documents" | "terms" | "faqs">>,
): Promise<void> {
  for (const [entity, rows] of [
    [VisaDocumentEntity, lists.documents],
    [VisaTermEntity, lists.terms],
    [VisaFaqEntity, lists.faqs],
  ] as const) {
    if (!rows) continue;
    await transaction.delete(entity, { visaCountryId });
    await transaction.insert(entity, rows);
  }
}

export async function insertChange(transaction: EntityManager, change: NewChange): Promise<void> {
  await transaction.insert(CatalogueChangeEntity, { ...change, fields: JSON.stringify(change.fields) });
}

/** Returns the changes to a country and its visas, newest first. */
export async function findChanges(
  db: EntityManager,
  visaCountryId: string,
  limit: number,
): Promise<CatalogueChangeEntity[]> {
  return db.find(CatalogueChangeEntity, {
    where: { visaCountryId },
    order: { catalogueChangeId: "DESC" },
    take: limit,
  });
}

export async function findLastChanges(db: EntityManager): Promise<CatalogueChangeEntity[]> {
  const sql = `SELECT max("catalogueChangeId") AS last FROM catalogue_change GROUP BY "visaCountryId"`;
  const rows = await queryRows<{ last: number }>(db, sql);
  return db.findBy(CatalogueChangeEntity, { catalogueChangeId: In(rows.map(({ last }) => last)) });
}

/**
 * Returns the last change of the visa or, if `visaId` is null, of the country itself, and the number of its changes.
 */
export async function findLastChangeFor(
  db: EntityManager,
  { visaCountryId, visaId }: { visaCountryId: string; visaId: string | null },
): Promise<{ last: CatalogueChangeEntity | undefined; count: number }> {
  const [[last], count] = await db.findAndCount(CatalogueChangeEntity, {
    where: { visaCountryId, visaId: visaId ?? IsNull() },
    order: { catalogueChangeId: "DESC" },
    take: 1,
  });
  return { last, count };
}

/** Returns the fields that staff have ever changed, keyed by visa or country id. */
export async function findChangedFields(source: RowSource): Promise<ChangedFields> {
  const sql = `SELECT DISTINCT coalesce("visaId", "visaCountryId") AS id, fields FROM catalogue_change`;
  const rows = await queryRows<{ id: string; fields: string }>(source, sql);
  const changed: ChangedFields = new Map();
  for (const { id, fields } of rows) {
    const known = changed.get(id) ?? new Set();
    for (const { field } of JSON.parse(fields) as FieldChange[]) known.add(field);
    changed.set(id, known);
  }
  return changed;
}
