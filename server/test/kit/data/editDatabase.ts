import { join } from "node:path";
import sqlite3 from "sqlite3";
import type { RunningServer } from "../server/runningServer";

/**
 * Runs a statement, or several in a row, on the database file, behind the server's back; it may be serving, for it
 * keeps none of the rows but the catalogue's. Answers the rows changed by the last.
 */
export async function editDatabase(
  { dataDir }: Pick<RunningServer, "dataDir">,
  sql: string | readonly string[],
  values: unknown[] = [],
): Promise<number> {
  const db = new sqlite3.Database(join(dataDir, "portal.sqlite"), sqlite3.OPEN_READWRITE);
  db.configure("busyTimeout", 10_000);
  try {
    let changes = 0;
    for (const statement of typeof sql === "string" ? [sql] : sql)
      changes = await new Promise<number>((resolve, reject) => {
        db.run(statement, values, function (error) {
          if (error) reject(error);
          else resolve(this.changes);
        });
      });
    return changes;
  } finally {
    await new Promise<void>((resolve) => db.close(() => resolve()));
  }
}
