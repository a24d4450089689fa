import type { Database } from "./database";
import { SqliteDatabase } from "./sqlite/SqliteDatabase";

/** Opens the database of the settings, making it where it is absent, and brings it to the newest migration. */
export async function openDatabase({ databaseFile }: { databaseFile: string }): Promise<Database> {
  return SqliteDatabase.open(databaseFile);
}
