import { resolve } from "node:path";
import { BadSetting } from "../../core/errors";

/** A single file with one writing process. */
export interface SqliteSettings {
  engine: "sqlite";
  file: string;
}

/** A server shared by several processes. */
export interface PostgresSettings {
  engine: "postgres";
  /** `postgres://user:password@host:port/database?sslmode=verify-full`. */
  url: string;
  /** Maximum number of connections of this process. */
  pool: number;
}

export type DatabaseSettings = SqliteSettings | PostgresSettings;

export const databaseUrl = /^(sqlite:|postgres(ql)?:\/\/)/;

/** Reads `DATABASE_URL` and `DATABASE_POOL`; without a URL, the database is a file in the data folder. */
export function readDatabaseSettings(
  url: string | undefined,
  { pool, dataDir }: { pool: number; dataDir: string },
): DatabaseSettings {
  if (url && !url.startsWith("sqlite:")) return { engine: "postgres", url, pool };
  return { engine: "sqlite", file: url?.replace(/^sqlite:(\/\/)?/, "") ?? resolve(dataDir, "portal.sqlite") };
}

/** Returns the database file. Throws `BadSetting` if the database is a server. */
export function databaseFile(settings: DatabaseSettings): string {
  if (settings.engine === "sqlite") return settings.file;
  throw new BadSetting("Setting DATABASE_URL: PostgreSQL has ways of its own for this (docs/operations.md)");
}
