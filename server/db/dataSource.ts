import sqlite3 from "sqlite3";
import { DataSource } from "typeorm";
import { entities } from "./entities";
import { migrations } from "./migrations/index";

/**
 * The only place that knows the SQLite driver: its repository is archived, and `better-sqlite3` is to be able
 * to take over here. Its `verbose()`, which TypeORM calls, costs 14 to 35 % (facts.md), so we hand it a driver
 * whose `verbose()` is the plain one.
 */
export function makeDataSource(file: string): DataSource {
  return new DataSource({
    type: "sqlite",
    database: file,
    driver: { ...sqlite3, verbose: () => sqlite3 },
    entities,
    migrations,
    migrationsTableName: "migration",
    synchronize: false,
    enableWAL: true,
    busyTimeout: 5000,
  });
}
