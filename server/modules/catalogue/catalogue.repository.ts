import type { EntityManager } from "typeorm";
import { findRow, type RowSource } from "../../platform/db/rowSource";
import {
  VisaCountryEntity,
  VisaDocumentEntity,
  VisaEntity,
  VisaFaqEntity,
  VisaTermEntity,
} from "./catalogue.entity";
import { catalogueVersion, versionName } from "./catalogue.reads";
import type { CatalogueRows } from "./catalogue.rules";

/** Returns the current version, or 0 if the catalogue was never changed. */
export async function findCatalogueVersion(source: RowSource): Promise<number> {
  return (await findRow<{ version: number }>(source, `SELECT ${catalogueVersion} AS version`))!.version;
}

/** Increments the version and returns the new one. */
export async function raiseCatalogueVersion(transaction: EntityManager): Promise<number> {
  const raised = await findRow<{ value: string }>(
    transaction,
    `INSERT INTO setting (name, value) VALUES (?, '1')
     ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(setting.value AS integer) + 1 AS text)
     RETURNING value`,
    [versionName],
  );
  return Number(raised!.value);
}

/** Runs the queries one after another, because a transaction has one connection. */
export async function findCatalogueRows(db: EntityManager): Promise<CatalogueRows> {
  return {
    countries: await db.find(VisaCountryEntity),
    visas: await db.find(VisaEntity),
    documents: await db.find(VisaDocumentEntity),
    terms: await db.find(VisaTermEntity),
    faqs: await db.find(VisaFaqEntity),
  };
}

/** Upserts countries and visas by id, and replaces all documents, terms and FAQs. */
export async function saveCatalogueRows(transaction: EntityManager, rows: CatalogueRows): Promise<void> {
  // TRUNCATE would make readers wait, and show them an empty table afterwards.
  for (const entity of [VisaDocumentEntity, VisaTermEntity, VisaFaqEntity])
    await transaction.createQueryBuilder().delete().from(entity).execute();
  await transaction.upsert(VisaCountryEntity, rows.countries, ["visaCountryId"]);
  await transaction.upsert(VisaEntity, rows.visas, ["visaId"]);
  // Inserts in chunks, because SQLite limits the number of values in a statement.
  const chunk = 100;
  for (const [entity, all] of [
    [VisaDocumentEntity, rows.documents],
    [VisaTermEntity, rows.terms],
    [VisaFaqEntity, rows.faqs],
  ] as const)
    for (let at = 0; at < all.length; at += chunk)
      await transaction.insert(entity, all.slice(at, at + chunk));
}
