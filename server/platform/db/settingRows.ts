import { findRow, queryRows, type RowSource } from "./rowSource";

export async function findSetting(source: RowSource, name: string): Promise<string | undefined> {
  return (await findRow<{ value: string }>(source, "SELECT value FROM setting WHERE name = ?", [name]))
    ?.value;
}

/** Stores a value under a name, replacing an earlier one. */
export async function saveSetting(transaction: RowSource, name: string, value: string): Promise<void> {
  const sql =
    "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  await queryRows(transaction, sql, [name, value]);
}

/** Stores a value under a name, unless the name already has one. */
export async function addSetting(transaction: RowSource, name: string, value: string): Promise<void> {
  const sql = "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING";
  await queryRows(transaction, sql, [name, value]);
}
