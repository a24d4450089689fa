import type { Log } from "../../core/ports";
import type { Database } from "./database";
import type { DatabaseSettings } from "./databaseSettings";
import { SqliteDatabase } from "./sqlite/SqliteDatabase";

/**
 * Opens the database of the settings, a file being made where it is absent, and brings it to the newest migration.
 * PostgreSQL's part is loaded where it is set. Errors: BadSetting.
 */
export async function openDatabase(settings: DatabaseSettings, log: Log): Promise<Database> {
  if (settings.engine === "sqlite") return SqliteDatabase.open(settings.file);
  const { PostgresDatabase } = await import("./postgres/PostgresDatabase");
  return PostgresDatabase.open(settings, (error) =>
    log.warn({ message: error.message }, "the database ended a connection"),
  );
}
