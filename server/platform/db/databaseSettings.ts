import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { BadSetting } from "../../core/errors";
import { describeStorageError, StorageError, toStorageError } from "../../core/storageErrors";

/** A single file, to which one process writes. */
export interface SqliteSettings {
  engine: "sqlite";
  file: string;
  /** The name of the setting that contains the path, for error messages. */
  setting: "DATA_DIR" | DatabaseUrlName;
}

/** A server shared by several processes. */
export interface PostgresSettings {
  engine: "postgres";
  /** `postgres://user:password@host:port/database?sslmode=verify-full`. */
  url: string;
  /** Maximum number of connections of this process. */
  pool: number;
  /**
   * False behind a pooler that shares sessions between clients: the process then neither listens for announcements nor
   * changes session settings. Defaults to true.
   */
  listens?: boolean;
}

export type DatabaseSettings = SqliteSettings | PostgresSettings;

type DatabaseUrlName = "DATABASE_URL" | "TEST_DATABASE_URL";

/** Excludes in-memory databases, because each connection would open a separate one. */
export const databaseUrl = /^(sqlite:(?!(\/\/)?(:memory:)?$)|postgres(ql)?:\/\/)/;

export function isPostgres(url: string | undefined): boolean {
  return url !== undefined && !url.startsWith("sqlite:");
}

/** Returns the settings of the database at the URL, or of the SQLite file in the data folder if there is no URL. */
export function readDatabaseSettings(
  name: DatabaseUrlName,
  { [name]: url }: Partial<Record<DatabaseUrlName, string>>,
  { dataDir, ...options }: { pool: number; listens: boolean; dataDir: string },
): DatabaseSettings {
  if (!url) return { engine: "sqlite", file: resolve(dataDir, "portal.sqlite"), setting: "DATA_DIR" };
  if (isPostgres(url)) return { engine: "postgres", url, ...options };
  return { engine: "sqlite", file: url.replace(/^sqlite:(\/\/)?/, ""), setting: name };
}

/** True if both settings name the same file, or the same database of a server. */
export function isSameDatabase(one: DatabaseSettings, other: DatabaseSettings): boolean {
  const locate = (database: DatabaseSettings) =>
    database.engine === "sqlite"
      ? resolve(database.file)
      : // Ignores the user, the password and the options in the URL.
        database.url.replace(/^\w+:\/\/(.*@)?|\?.*$/g, "");
  return one.engine === other.engine && locate(one) === locate(other);
}

/**
 * Converts a storage error of the file to `BadSetting` with the name of the setting; returns any other error unchanged.
 */
export function nameDatabaseSetting(thrown: unknown, { setting }: SqliteSettings): unknown {
  const error = toStorageError(thrown);
  return error instanceof StorageError ? new BadSetting(describeStorageError(error, setting)) : thrown;
}

/** Throws `BadSetting` if the SQLite file does not exist, because opening it would create an empty one. */
export function assertDatabaseExists(settings: DatabaseSettings): void {
  if (settings.engine === "postgres" || existsSync(settings.file)) return;
  const { setting } = settings;
  throw new BadSetting(
    `Setting ${setting}: there is no ${setting === "DATA_DIR" ? "database in it" : "such file"}`,
  );
}

/** Returns the database file. Throws `BadSetting` if the database is a server, or does not exist. */
export function databaseFile(settings: DatabaseSettings): string {
  assertDatabaseExists(settings);
  if (settings.engine === "sqlite") return settings.file;
  throw new BadSetting("Setting DATABASE_URL: use PostgreSQL's own tools for this (docs/operations.md)");
}
