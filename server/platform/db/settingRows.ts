import { queryRows, type RowSource } from "./rowSource";

/** Stores a value that the server keeps about itself, and replaces an older one of the name. */
export async function saveSetting(transaction: RowSource, name: string, value: string): Promise<void> {
  const sql =
    "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  await queryRows(transaction, sql, [name, value]);
}
