import type { EntityManager } from "typeorm";
import { statementsOf, type SqlValue } from "./rowSource";

/**
 * Adds a row by a statement that is prepared once: for what is written again and again (an application, its timeline,
 * the audit log), where TypeORM's way of building the text costs several times the write itself. The table and the keys of
 * the row, which are its columns, are named by the code, never by what somebody sent; all are texts, numbers and NULL.
 * Errors: TypeORM's `QueryFailedError`.
 */
export async function insertRow<Row extends { [Column in keyof Row]: SqlValue }>(
  transaction: EntityManager,
  table: string,
  row: Row,
): Promise<void> {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const marks = columns.map(() => "?").join(", ");
  const values: SqlValue[] = Object.values(row);
  await statementsOf(transaction).query(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`,
    values,
  );
}
