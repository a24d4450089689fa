import type { DataSource } from "typeorm";
import { entities } from "../../../app/entities";
import { makeDataSource } from "../../../platform/db/sqlite/sqliteSource";

/** Opens a migrated database for unit tests, in memory or in `file`. Rows need no parents: foreign keys are off. */
export async function openUnitSource(file = ":memory:"): Promise<DataSource> {
  const source = await makeDataSource(file, entities).initialize();
  await source.runMigrations();
  await source.query("PRAGMA foreign_keys = OFF");
  return source;
}
