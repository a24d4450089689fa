import { createHash } from "node:crypto";
import type { DataSource, EntityMetadata } from "typeorm";
import { queryRows, type RowSource, type SqlValue } from "../../platform/db/rowSource";

const rowsTogether = 1000;

/** A row as returned by both engines, except that SQLite's booleans are numbers. */
type StoredRow = Record<string, SqlValue | boolean>;

export const quote = (name: string) => `"${name}"`;

export const columnList = ({ columns }: EntityMetadata) =>
  columns.map(({ databaseName }) => quote(databaseName)).join(", ");

/** Yields the rows of a table in key order, which is the same in both engines. */
export async function* readPages(rows: RowSource, table: EntityMetadata): AsyncGenerator<StoredRow[]> {
  const booleans = table.columns.filter(({ type }) => type === "boolean" || type === Boolean);
  const keys = table.primaryColumns.map(({ databaseName }) => databaseName);
  const key = keys.map(quote).join(", ");
  let after: SqlValue[] = [];
  for (;;) {
    const rest = after.length > 0 ? `WHERE (${key}) > (${after.map(() => "?").join(", ")})` : "";
    const page = await queryRows<StoredRow>(
      rows,
      `SELECT ${columnList(table)} FROM ${quote(table.tableName)} ${rest} ORDER BY ${key} LIMIT ${rowsTogether}`,
      after,
    );
    const last = page.at(-1);
    if (!last) return;
    after = keys.map((name) => last[name] as SqlValue);
    for (const row of page)
      for (const { databaseName } of booleans)
        if (row[databaseName] !== null) row[databaseName] = Boolean(row[databaseName]);
    yield page;
  }
}

/** Counts and hashes the rows of a table. Results are equal in both engines if every value is equal. */
export class TableHash {
  rows = 0;
  readonly #hash = createHash("sha256");

  add(page: readonly StoredRow[]): void {
    this.rows += page.length;
    for (const row of page) this.#hash.update(`${JSON.stringify(row)}\n`);
  }

  /** Returns the hash. Call it once, after all rows. */
  end(): string {
    return this.#hash.digest("hex");
  }
}

/** Returns the tables in an order in which each follows the tables that it references. */
export async function sortByReferences(postgres: DataSource): Promise<EntityMetadata[]> {
  const references = await queryRows<{ from: string; to: string }>(
    postgres,
    `SELECT source.relname AS "from", target.relname AS "to" FROM pg_constraint
     JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid
     WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  const sorted = new Set<EntityMetadata>();
  const add = (table: EntityMetadata): void => {
    if (sorted.has(table)) return;
    for (const { from, to } of references)
      if (from === table.tableName)
        for (const referenced of postgres.entityMetadatas) if (referenced.tableName === to) add(referenced);
    sorted.add(table);
  };
  postgres.entityMetadatas.forEach(add);
  return [...sorted];
}
