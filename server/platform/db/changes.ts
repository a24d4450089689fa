import type { EntityManager } from "typeorm";
import { preparedStatementsFor, queryRows, type SqlValue } from "./rowSource";

/** A statement that changes rows, with a `?` for each value. */
export interface Change {
  sql: string;
  values: SqlValue[];
}

interface InsertOptions<Row> {
  /**
   * Columns with a unique index. If a row with the same values in them exists, only its columns in `update` are
   * changed.
   */
  unlessThere?: (keyof Row & string)[];
  /** Columns that are updated in an existing row. */
  update?: (keyof Row & string)[];
}

/**
 * Returns the insert of a row. The table and the names of the columns must come from the code, never from user input.
 */
export function toInsert<Row extends { [Column in keyof Row]: SqlValue }>(
  table: string,
  row: Row,
  { unlessThere, update = [] }: InsertOptions<Row> = {},
): Change {
  const columns = Object.keys(row).map(quote).join(", ");
  const values: SqlValue[] = Object.values(row);
  const marks = values.map(() => "?").join(", ");
  const set = update.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(", ");
  const conflict = unlessThere
    ? ` ON CONFLICT (${unlessThere.map(quote).join(", ")}) DO ${set ? `UPDATE SET ${set}` : "NOTHING"}`
    : "";
  return { sql: `INSERT INTO ${table} (${columns}) VALUES (${marks})${conflict}`, values };
}

const quote = (column: string) => `"${column}"`;

/**
 * Inserts a row with a prepared statement, for frequent inserts (applications, their timelines, the audit log).
 * TypeORM's query building takes several times as long as the insert itself. Throws TypeORM's `QueryFailedError`.
 */
export async function insertRow<Row extends { [Column in keyof Row]: SqlValue }>(
  transaction: EntityManager,
  table: string,
  row: Row,
  options?: InsertOptions<Row>,
): Promise<void> {
  await makeChanges(transaction, [toInsert(table, row, options)]);
}

/**
 * Makes changes that do not read each other's rows: in a single statement if each statement costs a round trip,
 * otherwise one after another. Foreign keys may refer to rows of earlier changes.
 */
export async function makeChanges(transaction: EntityManager, changes: readonly Change[]): Promise<void> {
  if (!preparedStatementsFor(transaction).isRemote) {
    for (const { sql, values } of changes) await queryRows(transaction, sql, values);
    return;
  }
  const last = changes.at(-1);
  if (!last) return;
  const others = changes.slice(0, -1).map(({ sql }, at) => `change_${at} AS (${sql})`);
  const sql = others.length > 0 ? `WITH ${others.join(", ")} ${last.sql}` : last.sql;
  const values = changes.flatMap((change) => change.values);
  await queryRows(transaction, sql, values);
}
