/**
 * Rows by SQL text, without entities: for what is asked at every private request (the session, an application and what
 * belongs to it), where TypeORM's way of building the text, preparing it anew and making entities costs five times the
 * read itself. Use TypeORM for all else. A repository writes such a read once, for both kinds of source:
 * `Database.rows` and the manager of a transaction, whose statements are prepared once.
 *
 * Rows have their columns as the database keeps them, so it is for tables of texts and numbers alone, which are the rows
 * of their entities then. Nothing is kept of them: each read sees what was committed before it. Texts keep to what
 * PostgreSQL knows too, and have a `?` for each value.
 */

/** What a statement may be given; moments and days as text. */
export type SqlValue = string | number | null;

export interface RowSource {
  /** All rows, by the names of their columns. */
  query<Rows>(sql: string, values?: SqlValue[]): Promise<Rows>;
}

/** What is prepared for the manager of a transaction. */
const prepared = new WeakMap<RowSource, RowSource>();

/** From now on what is asked of the manager by text goes to these; `Writer` says so of its connection. */
export function keepStatements(manager: RowSource, statements: RowSource): void {
  prepared.set(manager, statements);
}

/** What is prepared for a source; the source itself where nothing is. */
export function statementsOf(source: RowSource): RowSource {
  return prepared.get(source) ?? source;
}

/** All rows of a statement; what changes rows answers with those that its `RETURNING` names. */
export async function queryRows<Row>(
  source: RowSource,
  sql: string,
  values: SqlValue[] = [],
): Promise<Row[]> {
  return statementsOf(source).query<Row[]>(sql, values);
}

/** The first row; undefined where there is none. */
export async function findRow<Row>(
  source: RowSource,
  sql: string,
  values: SqlValue[] = [],
): Promise<Row | undefined> {
  return (await queryRows<Row>(source, sql, values))[0];
}

/**
 * The rows for a list of keys, of which none finds nothing; `toSql` is given what stands in `IN (…)`, as its only values.
 */
export async function findRowsOf<Row>(
  source: RowSource,
  keys: readonly string[],
  toSql: (marks: string) => string,
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const values = fillUp(keys);
  return queryRows<Row>(source, toSql(values.map(() => "?").join(", ")), values);
}

/** As long as the next power of two, by the last key again: so a few texts do for lists of any length. */
function fillUp(keys: readonly string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return Array.from({ length }, (_, at) => keys[Math.min(at, keys.length - 1)]!);
}
