import type { EntityManager } from "typeorm";
import { queryRows, type SqlValue } from "./rowSource";

/**
 * Adds a row by a statement that is prepared once: for what is written again and again (an application, its timeline,
 * the audit log), where TypeORM's way of building the text costs several times the write itself. The table and the keys of
 * the row, which are its columns, are named by the code, never by what somebody sent; all are texts, numbers and NULL.
 * `unlessThere`: does nothing where a row has the same in these columns, which an index holds to one.
 * Errors: TypeORM's `QueryFailedError`.
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
