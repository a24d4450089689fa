/** Direct access to a server's database, for tests. Each suite loads only the driver of its engine. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type sqlite from "sqlite3";
import { firstUnchained } from "../../../modules/audit/audit.rules";
import type { RunningServer } from "../server/runningServer";
import { findDatabaseUrl } from "../server/testDatabase.mjs";

/** A row of any table; booleans are 1 or 0. */
export type Row = Record<string, string | number | null>;

export interface Behind {
  /** Waits until the server has finished its deferred work on rows that were just written. */
  settle(): Promise<void>;
  /** Starts a transaction that reads everything from one snapshot. */
  beginReading: string;
  /** SQL as in the product, with `?` for values. */
  query(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Returns the number of changed rows. */
  run(sql: string, values?: unknown[]): Promise<number>;
  dropTrigger(name: string, table: string): Promise<unknown>;
  /** Rejects rows that satisfy `condition`, which refers to `NEW`, until `dropTrigger("refused", table)`. */
  refuseInserts(table: string, condition: string): Promise<unknown>;
  listTables(): Promise<string[]>;
  /** Returns all rows in the order they were written. */
  readInOrder(table: string): Promise<Row[]>;
  close(): Promise<void>;
}

export function openBehind({ dataDir }: Pick<RunningServer, "dataDir">): Promise<Behind> {
  const url = findDatabaseUrl(dataDir);
  return url ? openPostgres(url) : openSqlite(join(dataDir, "portal.sqlite"));
}

async function openSqlite(file: string): Promise<Behind> {
  const { default: sqlite3 } = await import("sqlite3");
  const db = await new Promise<sqlite.Database>((resolve, reject) => {
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
    settle: async () => undefined,
    beginReading: "BEGIN",
    query,
    run: (sql, values = []) =>
      new Promise<number>((resolve, reject) => {
        db.run(sql, values, function (error) {
          if (error) reject(error);
          else resolve(this.changes);
        });
      }),
    dropTrigger: (name) => query(`DROP TRIGGER ${name}`),
    refuseInserts: (table, condition) =>
      query(
        `CREATE TRIGGER refused BEFORE INSERT ON ${table} WHEN ${condition}
         BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
      ),
    listTables: async () => {
      const tables = await query(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`);
      return tables.map(({ name }) => String(name));
    },
    readInOrder: (table) => query(`SELECT * FROM "${table}" ORDER BY rowid`),
    close: () => new Promise<void>((resolve) => db.close(() => resolve())),
  };
}

async function openPostgres(url: string): Promise<Behind> {
  const { default: pg } = await import("pg");
  const { toPostgres } = await import("../../../platform/db/postgres/portability");
  const { types } = await import("../../../platform/db/postgres/valueTypes");
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
    // Waits until the server has assigned sequence numbers to audit events; at most 3 s, in case no server is running.
    settle: async () => {
      for (let looks = 0; looks < 30; looks++) {
        const waiting = await query("SELECT 1 AS one FROM audit_event WHERE sequence >= ? LIMIT 1", [
          firstUnchained,
        ]);
        if (waiting.length === 0) return;
        await wait(100);
      }
    },
    beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    query,
    run: async (sql, values = []) => (await client.query(toPostgres(sql), values)).rowCount ?? 0,
    dropTrigger: (name, table) => query(`DROP TRIGGER ${name} ON ${table}`),
    refuseInserts: async (table, condition) => {
      await query(
        `CREATE OR REPLACE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$`,
      );
      return query(
        `CREATE TRIGGER refused BEFORE INSERT ON ${table}
         FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse_row()`,
      );
    },
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
      // Of two messages about one event, the SMS is written first.
      if (names.includes("channel")) order.push("channel DESC, ");
      return query(`SELECT * FROM "${table}" ORDER BY ${order.join("")} ctid`);
    },
    close: () => client.end(),
  };
}
