/**
 * Executes SQL text without entities, for the queries of every private request (the session, an application and its
 * related rows). For these, TypeORM's query building, statement preparation and hydration take five times as long as
 * the read. Use TypeORM for everything else. A repository writes such a query once, for both kinds of source:
 * `Database.rows` and the manager of a transaction, whose statements are prepared once.
 *
 * Column values are not converted, so use this only for tables of strings and numbers, whose rows equal their entities.
 * Nothing is cached: each read sees all earlier commits. SQL has to be valid in PostgreSQL too, with a `?` for each
 * value.
 */

import { withSpan } from "../metrics/spans";

/** Parameters of a statement; timestamps and dates are strings. */
export type SqlValue = string | number | null;

export interface RowSource {
  /** True if each statement costs a round trip to a server. */
  readonly isRemote?: boolean;
  /** Returns all rows, keyed by column name. */
  query<Rows>(sql: string, values?: SqlValue[]): Promise<Rows>;
}

/** Maps the manager of a transaction to its prepared statements. */
const prepared = new WeakMap<RowSource, RowSource>();

/** Makes `queryRows` use these prepared statements for this manager. */
export function attachPreparedStatements(manager: RowSource, statements: RowSource): void {
  prepared.set(manager, statements);
}

/** Returns the prepared statements of a source, or the source itself if there are none. */
export function preparedStatementsFor(source: RowSource): RowSource {
  return prepared.get(source) ?? source;
}

/** Returns all rows of a query, or the rows of the `RETURNING` clause of a change. */
export async function queryRows<Row>(
  source: RowSource,
  sql: string,
  values: SqlValue[] = [],
): Promise<Row[]> {
  // The SQL may appear in traces, because it has placeholders for all values.
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

/**
 * Pads the list with its last key to the next power of two, so that lists of any length share a few prepared
 * statements.
 */
function padToPowerOfTwo(keys: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return Array.from({ length }, (_, at) => keys[Math.min(at, keys.length - 1)]!);
}
