import { join } from "node:path";
import sqlite3 from "sqlite3";
import type { Json } from "../wire/callApi";
import type { RunningServer } from "../server/runningServer";

/** Rows by table, in the order they were written. */
export type Tables = Record<string, Json[]>;

/** What an application and its money are kept in. */
export const requestTables = [
  "visa_request",
  "visa_request_event",
  "visa_applicant",
  "stored_file",
  "payment_order",
  "payment",
] as const;

/**
 * What is committed in these tables, in all where none is named. The server may be running: all tables are read as
 * they were at one moment.
 */
export async function readTables({ dataDir }: RunningServer, names?: readonly string[]): Promise<Tables> {
  const db = await openReadOnly(join(dataDir, "portal.sqlite"));
  try {
    // Without it each table is read at a moment of its own, and a payment settled in between is seen by halves.
    await query(db, "BEGIN");
    const all = await query(db, `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`);
    const tables: Tables = {};
    for (const name of names ?? all.map((table) => String(table.name)))
      tables[name] = await query(db, `SELECT * FROM "${name}" ORDER BY rowid`);
    return tables;
  } finally {
    await new Promise<void>((resolve) => db.close(() => resolve()));
  }
}

function openReadOnly(file: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const db = new sqlite3.Database(file, sqlite3.OPEN_READONLY, (error) =>
      error ? reject(error) : resolve(db),
    );
  });
}

function query(db: sqlite3.Database, sql: string): Promise<Json[]> {
  return new Promise((resolve, reject) => {
    db.all(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}
