/**
 * Copies all rows from SQLite to an empty PostgreSQL database and compares the two, in one transaction. A killed run
 * leaves the database empty, and the next run starts again.
 */
import { QueryFailedError, type DataSource, type EntityMetadata } from "typeorm";
import { BadSetting } from "../../core/errors";
import { replacedMigrations } from "../../platform/db/migrations/1766200200002-baseline";
import type { PostgresSettings } from "../../platform/db/databaseSettings";
import type { EntityList } from "../../platform/db/entityList";
import { PostgresDatabase } from "../../platform/db/postgres/PostgresDatabase";
import { getPool, makePostgresSource, type Asked } from "../../platform/db/postgres/postgresSource";
import { PostgresStatements } from "../../platform/db/postgres/PostgresStatements";
import { queryRows, type RowSource } from "../../platform/db/rowSource";
import { columnList, quote, readPages, sortByReferences, TableHash } from "./tables";

export interface MovedTable {
  table: string;
  rows: number;
  /** SHA-256 of all rows, which is equal in both databases. */
  hash: string;
}

const notEmpty = () => new BadSetting("Setting DATABASE_URL: the database is not empty");

/** Opens the database and creates its tables. Throws `BadSetting` if it contains anything else. */
export async function openTarget(settings: PostgresSettings, entities: EntityList): Promise<DataSource> {
  const onError = (error: Error) => console.error(error.message);
  const target = makePostgresSource({ ...settings, pool: 1 }, entities, onError, { maxQueryMs: 0 });
  await target.initialize();
  try {
    await assertOurs(target);
    await (await PostgresDatabase.open({ ...settings, listens: false }, entities, onError)).close();
    return target;
  } catch (error) {
    await target.destroy();
    throw error;
  }
}

/** Throws `BadSetting` if the database has tables that this version did not create. */
async function assertOurs(target: DataSource): Promise<void> {
  const tables = await queryRows<{ name: string }>(
    target,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()",
  );
  if (tables.length === 0) return;
  if (!tables.some(({ name }) => name === "migration")) throw notEmpty();
  const applied = await queryRows<{ name: string }>(target, "SELECT name FROM migration");
  const known = new Set([...replacedMigrations, ...target.migrations.map(({ name }) => name)]);
  if (applied.some(({ name }) => !known.has(name)))
    throw new BadSetting("Setting DATABASE_URL: the database belongs to another version");
}

/**
 * Returns true if an earlier run has moved everything, and false if the target is empty. Throws `BadSetting` if it has
 * other rows.
 */
export async function isMoved(source: DataSource, target: DataSource): Promise<boolean> {
  if (!(await hasRows(target, target.entityMetadatas))) return false;
  const rows = new PostgresStatements(getPool(target));
  for (const table of target.entityMetadatas)
    if ((await hashTable(source, table)).hash !== (await hashTable(rows, table)).hash) throw notEmpty();
  return true;
}

/** Calls `onTable` after each table. Throws `BadSetting` if the target is not empty. */
export async function moveRows(
  source: DataSource,
  target: DataSource,
  onTable: (moved: MovedTable) => void,
): Promise<void> {
  const tables = await sortByReferences(target);
  const runner = target.createQueryRunner();
  const connection = (await runner.connect()) as Asked;
  const rows = new PostgresStatements(connection);
  const run = (sql: string) => queryRows(rows, sql);
  try {
    await run("BEGIN ISOLATION LEVEL READ COMMITTED");
    await run("SET LOCAL statement_timeout = 0");
    // A server that starts during the copy waits for this lock, so that it finds all rows.
    await run(`LOCK TABLE ${tables.map(({ tableName }) => quote(tableName)).join(", ")}`);
    if (await hasRows(rows, tables)) throw notEmpty();
    for (const table of tables) {
      const copied = await copyTable(source, rows, table);
      if ((await hashTable(rows, table)).hash !== copied.hash)
        throw new Error(`Table ${table.tableName} differs after the copy`);
      onTable(copied);
    }
    await setSequences(rows, tables);
    await run("ANALYZE");
    await run("COMMIT");
  } catch (error) {
    await run("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

async function hasRows(rows: RowSource, tables: readonly EntityMetadata[]): Promise<boolean> {
  for (const { tableName } of tables)
    if ((await queryRows(rows, `SELECT 1 FROM ${quote(tableName)} LIMIT 1`)).length > 0) return true;
  return false;
}

/**
 * Copies a table in pages. Each page is one JSON value, whose fields PostgreSQL converts to the columns' types.
 * Triggers are disabled, because counters are copied like all rows, and old refunds may break the rules for new ones.
 * References are still checked.
 */
async function copyTable(source: RowSource, rows: RowSource, table: EntityMetadata): Promise<MovedTable> {
  const name = quote(table.tableName);
  const columns = columnList(table);
  const hash = new TableHash();
  await queryRows(rows, `ALTER TABLE ${name} DISABLE TRIGGER USER`);
  for await (const page of readPages(source, table)) {
    hash.add(page);
    await queryRows(
      rows,
      `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, ?)`,
      [JSON.stringify(page)],
    ).catch((error: unknown) => {
      // Omits the parameters, because they contain a thousand rows.
      throw error instanceof QueryFailedError ? new Error(`${table.tableName}: ${error.message}`) : error;
    });
  }
  await queryRows(rows, `ALTER TABLE ${name} ENABLE TRIGGER USER`);
  return { table: table.tableName, rows: hash.rows, hash: hash.end() };
}

async function hashTable(rows: RowSource, table: EntityMetadata): Promise<MovedTable> {
  const hash = new TableHash();
  for await (const page of readPages(rows, table)) hash.add(page);
  return { table: table.tableName, rows: hash.rows, hash: hash.end() };
}

/** Makes generated numbers continue after the copied ones. */
async function setSequences(rows: RowSource, tables: readonly EntityMetadata[]): Promise<void> {
  for (const { tableName, generatedColumns } of tables)
    for (const { databaseName } of generatedColumns)
      await queryRows(
        rows,
        `SELECT setval(pg_get_serial_sequence(?, ?), max(${quote(databaseName)})) FROM ${quote(tableName)}`,
        [quote(tableName), databaseName],
      );
}
