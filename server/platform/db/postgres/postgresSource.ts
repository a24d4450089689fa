import pg from "pg";
import { DataSource } from "typeorm";
import { entities } from "../entities";
import { migrations } from "./migrations/index";
import { WatchedPool } from "./WatchedPool";
import type { PostgresSettings } from "../databaseSettings";

/** Milliseconds: who waits longer for a connection is told to come again. */
const longestWait = 5_000;
/** Milliseconds that a read may take. */
const longestQuery = 15_000;

/** PostgreSQL's numbers of the types that JavaScript's numbers hold here: counts, sums and money are far below 2^53. */
const int8 = 20;
const numeric = 1700;
export const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 || oid === numeric
      ? Number
      : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
};

/** The only place that knows PostgreSQL's driver. */
export function makePostgresSource(
  { url, pool }: PostgresSettings,
  onError: (error: Error) => void,
): DataSource {
  return new DataSource({
    type: "postgres",
    driver: { ...pg, Pool: WatchedPool },
    url,
    entities,
    migrations,
    migrationsTableName: "migration",
    synchronize: false,
    installExtensions: false,
    poolSize: pool,
    connectTimeoutMS: longestWait,
    applicationName: "visaport",
    poolErrorHandler: onError,
    // In the connection itself, not as a parameter of the session, which PgBouncer would refuse.
    extra: { types, query_timeout: longestQuery, keepAlive: true, idleTimeoutMillis: 60_000 },
  });
}

/** What a connection is asked with, be it of the pool or of one transaction. */
export interface Asked {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[]; command: string }>;
  end(): Promise<void>;
}

/** The pool of an opened source, for statements that TypeORM is not asked for. */
export function poolOf(source: DataSource): pg.Pool {
  return (source.driver as unknown as { master: pg.Pool }).master;
}
