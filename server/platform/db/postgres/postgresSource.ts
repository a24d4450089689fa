import pg from "pg";
import { DataSource } from "typeorm";
import { withPlatformEntities, type EntityList } from "../entityList";
import { migrations } from "../migrations/index";
import { types } from "./valueTypes";
import { maxStatementMs, WatchedPool } from "./WatchedPool";
import type { PostgresSettings } from "../databaseSettings";

/** Maximum milliseconds to wait for a connection; after that, callers are asked to retry. */
const maxWaitMs = 5_000;

/** Returns a TypeORM source for PostgreSQL whose pool survives lost connections (`WatchedPool`). */
export function makePostgresSource(
  { url, pool, listens = true }: PostgresSettings,
  entities: EntityList,
  onError: (error: Error) => void,
  { maxQueryMs = maxStatementMs }: { maxQueryMs?: number } = {},
): DataSource {
  return new DataSource({
    type: "postgres",
    driver: { ...pg, Pool: WatchedPool },
    url,
    entities: withPlatformEntities(entities),
    migrations,
    migrationsTableName: "migration",
    synchronize: false,
    installExtensions: false,
    poolSize: pool,
    connectTimeoutMS: maxWaitMs,
    applicationName: "visaport",
    poolErrorHandler: onError,
    extra: {
      types,
      query_timeout: maxQueryMs,
      keepAlive: true,
      idleTimeoutMillis: 60_000,
      ownsSessions: listens,
    },
  });
}

/** An executor of queries: the pool, or the connection of one transaction. */
export interface Asked {
  query(
    statement: string | { text: string; query_timeout: number },
    values?: unknown[],
  ): Promise<{ rows: unknown[]; command: string }>;
  end(): Promise<void>;
}

/** Returns the pool of an opened source, for statements outside TypeORM. */
export function getPool(source: DataSource): WatchedPool {
  return (source.driver as unknown as { master: WatchedPool }).master;
}
