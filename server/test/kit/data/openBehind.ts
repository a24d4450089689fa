/** The database of a server, behind its back. */
import { join } from "node:path";
import pg from "pg";
import sqlite3 from "sqlite3";
import { types } from "../../../db/postgres/postgresSource";
import { toPostgres } from "../../../db/postgres/PostgresStatements";
import type { RunningServer } from "../server/runningServer";
import { findDatabaseUrl } from "../server/testDatabase.mjs";

/** A row of whatever table; what is true or false is 1 or 0. */
export type Row = Record<string, string | number | null>;

export interface Behind {
  /** Begins a transaction in which all is read as it was at one moment. */
  beginReading: string;
  /** Texts are as those of the product, with `?` for values. */
  query(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Answers how many rows it changed. */
  run(sql: string, values?: unknown[]): Promise<number>;
  listTables(): Promise<string[]>;
  /** All rows in the order in which they were written. */
  readInOrder(table: string): Promise<Row[]>;
  close(): Promise<void>;
}

export function openBehind({ dataDir }: Pick<RunningServer, "dataDir">): Promise<Behind> {
  const url = findDatabaseUrl(dataDir);
  return url ? openPostgres(url) : openSqlite(join(dataDir, "portal.sqlite"));
}

async function openSqlite(file: string): Promise<Behind> {
  const db = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (error) =>
      error ? reject(error) : resolve(opened),
    );
  });
  db.configure("busyTimeout", 10_000);
  const query = (sql: string, values: unknown[] = []) =>
    new Promise<Row[]>((resolve, reject) => {
      db.all<Row>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  return {
    beginReading: "BEGIN",
    query,
    run: (sql, values = []) =>
      new Promise<number>((resolve, reject) => {
        db.run(sql, values, function (error) {
          if (error) reject(error);
          else resolve(this.changes);
        });
      }),
    listTables: async () => {
      const tables = await query(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`);
      return tables.map(({ name }) => String(name));
    },
    readInOrder: (table) => query(`SELECT * FROM "${table}" ORDER BY rowid`),
    close: () => new Promise<void>((resolve) => db.close(() => resolve())),
  };
}

async function openPostgres(url: string): Promise<Behind> {
  const client = new pg.Client({ connectionString: url, types });
  await client.connect();
  const query = async (sql: string, values: unknown[] = []) => {
    const { rows } = await client.query<Record<string, unknown>>(toPostgres(sql), values);
    return rows.map(
      (row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === "boolean" ? Number(value) : value,
          ]),
        ) as Row,
    );
  };
  return {
    beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    query,
    run: async (sql, values = []) => (await client.query(toPostgres(sql), values)).rowCount ?? 0,
    listTables: async () => {
      const tables = await query(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
      );
      return tables.map(({ name }) => String(name));
    },
    readInOrder: async (table) => {
      const columns = await query(
        `SELECT column_name AS name FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = ?`,
        [table],
      );
      const names = columns.map(({ name }) => String(name));
      const moments = [
        "sequence",
        "createdAt",
        "receivedAt",
        "at",
        "givenAt",
        "askedAt",
        "openedAt",
        "addedAt",
      ];
      const order = moments.filter((name) => names.includes(name)).map((name) => `"${name}", `);
      return query(`SELECT * FROM "${table}" ORDER BY ${order.join("")} ctid`);
    },
    close: () => client.end(),
  };
}
