import { join } from "node:path";
import sqlite3 from "sqlite3";
import type { TestServer } from "./testServer";

/** Runs one statement on the database file, behind the server's back: stop it first. Answers the rows changed. */
export async function editDatabase(
  { dataDir }: TestServer,
  sql: string,
  values: unknown[] = [],
): Promise<number> {
  const db = new sqlite3.Database(join(dataDir, "portal.sqlite"), sqlite3.OPEN_READWRITE);
  try {
    return await new Promise<number>((resolve, reject) => {
      db.run(sql, values, function (error) {
        if (error) reject(error);
        else resolve(this.changes);
      });
    });
  } finally {
    await new Promise<void>((resolve) => db.close(() => resolve()));
  }
}
