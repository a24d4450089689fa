import { resolve } from "node:path";
import { BadSetting } from "../../core/errors";

/** One file, and one process that writes it. */
export interface SqliteSettings {
  engine: "sqlite";
  file: string;
}

/** A server that many processes share. */
export interface PostgresSettings {
  engine: "postgres";
  /** `postgres://user:password@host:port/database?sslmode=verify-full`. */
  url: string;
  /** Connections of this process at most. */
  pool: number;
}

export type DatabaseSettings = SqliteSettings | PostgresSettings;

export const databaseUrl = /^(sqlite:|postgres(ql)?:\/\/)/;

/** `DATABASE_URL` and `DATABASE_POOL`; without a URL a file in the data folder. */
export function readDatabaseSettings(
  url: string | undefined,
  { pool, dataDir }: { pool: number; dataDir: string },
): DatabaseSettings {
  if (url && !url.startsWith("sqlite:")) return { engine: "postgres", url, pool };
  return { engine: "sqlite", file: url?.replace(/^sqlite:(\/\/)?/, "") ?? resolve(dataDir, "portal.sqlite") };
}

/** The file, for what is done with files. Throws `BadSetting` where the database is a server's. */
export function fileOf(settings: DatabaseSettings): string {
  if (settings.engine === "sqlite") return settings.file;
  throw new BadSetting("Setting DATABASE_URL: PostgreSQL has ways of its own for this (docs/operations.md)");
}
