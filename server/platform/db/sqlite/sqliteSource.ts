import sqlite3 from "sqlite3";
import { DataSource } from "typeorm";
import { entities } from "../entities";
import { migrations } from "./migrations/index";

// Its `verbose()`, which TypeORM calls, costs 14 to 35 % of a read's speed (measured): this one's is the plain driver.
const driver = { ...sqlite3, verbose: () => sqlite3 };

/**
 * The only place that knows the SQLite driver: its repository is archived, and `better-sqlite3` is to be able
 * to take over here.
 */
export function makeDataSource(file: string): DataSource {
  return new DataSource({
    type: "sqlite",
    database: file,
    driver,
    entities,
    migrations,
    migrationsTableName: "migration",
    synchronize: false,
    enableWAL: true,
    busyTimeout: 5000,
  });
}

/** An opened source that keeps 32 MB of pages, for the server: with the usual 2 a quarter of a creation is reading (measured). */
export async function openServing(file: string): Promise<DataSource> {
  const source = await makeDataSource(file).initialize();
  await source.query("PRAGMA cache_size=-32768");
  return source;
}

/** The driver's own connection and statement. */
export type Connection = sqlite3.Database;
export type Statement = sqlite3.Statement;

/** The connection of an opened source, for statements that TypeORM is not asked for (preparedStatements.ts). */
export function connectionOf(source: DataSource): Connection {
  return (source.driver as unknown as { databaseConnection: Connection }).databaseConnection;
}

/** A file that holds nothing and is there to be locked; waits `waitMs` for somebody else's lock. */
export function makeLockSource(file: string, waitMs: number): DataSource {
  return new DataSource({ type: "sqlite", database: file, driver, busyTimeout: waitMs });
}

/** A copy of the database that somebody made with `VACUUM INTO`, for reading alone: no migration, no WAL. */
export function makeSnapshotSource(file: string): DataSource {
  return new DataSource({ type: "sqlite", database: file, driver, entities });
}
