import type { RunningServer } from "../server/runningServer";
import { openBehind, type Behind } from "./openBehind";

/**
 * Runs a statement, or several in sequence, directly on the database. The server may be running, because it caches
 * only the catalogue's rows. Returns the number of rows that the last statement changed.
 */
export async function editDatabase(
  server: Pick<RunningServer, "dataDir">,
  sql: string | readonly string[],
  values: unknown[] = [],
): Promise<number> {
  return withDatabase(server, async (db) => {
    let changes = 0;
    for (const statement of typeof sql === "string" ? [sql] : sql) changes = await db.run(statement, values);
    return changes;
  });
}

/** Gives `work` direct access to the database, for changes that need different statements on each engine. */
export async function withDatabase<T>(
  server: Pick<RunningServer, "dataDir">,
  work: (db: Behind) => Promise<T>,
): Promise<T> {
  const db = await openBehind(server);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
