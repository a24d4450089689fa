import type { Log } from "../../core/ports";
import type { Database } from "./database";
import { nameDatabaseSetting, type DatabaseSettings } from "./databaseSettings";
import type { EntityList } from "./entityList";
import { SqliteDatabase } from "./sqlite/SqliteDatabase";

/**
 * Opens the configured database, creates the file if it does not exist, and runs pending migrations. Loads the
 * PostgreSQL code only if PostgreSQL is configured. Throws `BadSetting`.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  entities: EntityList,
  log: Log,
): Promise<Database> {
  if (settings.engine === "sqlite")
    return SqliteDatabase.open(settings.file, entities).catch((error: unknown) => {
      throw nameDatabaseSetting(error, settings);
    });
  const { PostgresDatabase } = await import("./postgres/PostgresDatabase");
  return PostgresDatabase.open(settings, entities, (error) =>
    log.warn({ message: error.message }, "database ended a connection"),
  );
}
