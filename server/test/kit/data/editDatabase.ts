import type { RunningServer } from "../server/runningServer";
import { openBehind, type Behind } from "./openBehind";

/**
 * Runs a statement, or several in a row, on the database, behind the server's back; it may be serving, for it keeps none of
 * the rows but the catalogue's. Answers the rows changed by the last.
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

/** For what each engine is told in words of its own. */
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
