import type { EntityManager } from "typeorm";
import { queryRows, type SqlValue } from "./rowSource";

/**
 * Inserts a row with a prepared statement, for frequent inserts (applications, their timelines, the audit
 * log). TypeORM's query building costs several times as much as the insert itself. The table and the keys of
 * the row, which are its columns, come from the code and never from user input; values are strings, numbers
 * and NULL. `unlessThere`: does nothing if a row has the same values in these columns, which need a unique
 * index. Throws TypeORM's `QueryFailedError`.
 */
export async function insertRow<Row extends { [Column in keyof Row]: SqlValue }>(
  transaction: EntityManager,
  table: string,
  row: Row,
  { unlessThere }: { unlessThere?: (keyof Row & string)[] } = {},
): Promise<void> {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const marks = columns.map(() => "?").join(", ");
  const values: SqlValue[] = Object.values(row);
  const conflict = unlessThere?.map((column) => `"${column}"`).join(", ");
  await queryRows(
    transaction,
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})${conflict ? ` ON CONFLICT (${conflict}) DO NOTHING` : ""}`,
    values,
  );
}
