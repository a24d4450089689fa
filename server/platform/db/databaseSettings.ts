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
  /**
   * False behind a pooler that shares sessions: the process then neither listens for announcements nor
   * changes settings of a session. Defaults to true.
   */
  listens?: boolean;
}

export type DatabaseSettings = SqliteSettings | PostgresSettings;

export const databaseUrl = /^(sqlite:|postgres(ql)?:\/\/)/;

export function isPostgres(url: string | undefined): boolean {
  return url !== undefined && !url.startsWith("sqlite:");
}

/** Reads the settings `DATABASE_…`; without a URL, the database is a file in the data folder. */
export function readDatabaseSettings(
  url: string | undefined,
  { dataDir, ...options }: { pool: number; listens: boolean; dataDir: string },
): DatabaseSettings {
  if (url && isPostgres(url)) return { engine: "postgres", url, ...options };
  return { engine: "sqlite", file: url?.replace(/^sqlite:(\/\/)?/, "") ?? resolve(dataDir, "portal.sqlite") };
}

/** Returns the database file. Throws `BadSetting` if the database is a server. */
export function databaseFile(settings: DatabaseSettings): string {
  if (settings.engine === "sqlite") return settings.file;
  throw new BadSetting("Setting DATABASE_URL: use PostgreSQL's own tools for this (docs/operations.md)");
}
