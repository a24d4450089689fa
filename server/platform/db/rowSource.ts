/**
 * Reads rows by SQL text, without entities, for the queries of every private request (the session, an application and
 * its related rows). For these, TypeORM's query building, preparing and hydration take five times as long as the read.
 * Use TypeORM for everything else. A repository writes such a query once, for both kinds of source: `Database.rows` and
 * the manager of a transaction, whose statements are prepared once.
 *
 * Rows have the stored column values, so this suits tables of strings and numbers, whose rows equal their entities.
 * Nothing is cached: each read sees all earlier commits. SQL has to be valid in PostgreSQL too, with a `?` for each
 * value.
 */

import { withSpan } from "../metrics/spans";

/** Parameters of a statement; timestamps and dates are strings. */
export type SqlValue = string | number | null;

export interface RowSource {
  /** True if each statement is a round trip to a server. */
  readonly isRemote?: boolean;
  /** Returns all rows, keyed by column name. */
  query<Rows>(sql: string, values?: SqlValue[]): Promise<Rows>;
}

/** The prepared statements of a transaction's manager. */
const prepared = new WeakMap<RowSource, RowSource>();

/** Makes `queryRows` use these statements for this manager; `Writer` calls it for its connection. */
export function attachPreparedStatements(manager: RowSource, statements: RowSource): void {
  prepared.set(manager, statements);
}

/** Returns the prepared statements of a source, or the source itself if there are none. */
export function preparedStatementsFor(source: RowSource): RowSource {
  return prepared.get(source) ?? source;
}

/** Returns all rows of a statement; for a change, those of its `RETURNING` clause. */
export async function queryRows<Row>(
  source: RowSource,
  sql: string,
  values: SqlValue[] = [],
): Promise<Row[]> {
  // The text is safe to trace, because it has placeholders for all values.
  return withSpan("statement", { "db.query.text": sql }, () =>
    preparedStatementsFor(source).query<Row[]>(sql, values),
  );
}

/** Returns the first row, or undefined if there is none. */
export async function findRow<Row>(
  source: RowSource,
  sql: string,
  values: SqlValue[] = [],
): Promise<Row | undefined> {
  return (await queryRows<Row>(source, sql, values))[0];
}

/**
 * Returns the rows for a list of keys; none for an empty list. `toSql` receives the placeholders for `IN (…)`, which
 * must be its only values.
 */
export async function findRowsByKeys<Row>(
  source: RowSource,
  keys: readonly string[],
  toSql: (marks: string) => string,
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const values = padToPowerOfTwo(keys);
  return queryRows<Row>(source, toSql(values.map(() => "?").join(", ")), values);
}

/** Repeats the last key up to the next power of two, so that a few statements cover lists of any length. */
function padToPowerOfTwo(keys: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return Array.from({ length }, (_, at) => keys[Math.min(at, keys.length - 1)]!);
}
