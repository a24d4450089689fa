import pLimit from "p-limit";
import type { Clock } from "../../core/ports";
import type { Database } from "./database";
import { findRow, queryRows, type SqlValue } from "./rowSource";

/**
 * Selects rows that are due at their `nextTryAt`. The handler of a row either postpones `nextTryAt` and stores the
 * reason in `lastError`, or changes the row so that it no longer matches `where`.
 */
export interface DueRowsQuery {
  table: string;
  /** The key column. */
  key: string;
  /** Condition for pending rows, with a `?` for each of `values`. */
  where: string;
  values: SqlValue[];
}

interface Options {
  /** Maximum number of rows in progress. */
  concurrency: number;
  /** Duration of the claim, in milliseconds: longer than the processing of `concurrency` rows. */
  leaseMs: number;
  /** True if no further rows should be started. */
  isStopping: () => boolean;
}

/** Rows per query if the database is not shared. */
const batchSize = 50;

/**
 * Processes due rows, oldest first. Returns false if `work` reports that its provider is down; the rest waits for the
 * next run. If processes share the database, each claims rows by postponing them by the lease. If a process is killed,
 * its rows become due again, so `work` has to be idempotent. If the database is not shared, no row is claimed.
 */
export async function processDueRows<Row extends { nextTryAt: string }>(
  deps: { db: Database; clock: Clock },
  due: DueRowsQuery,
  { concurrency, leaseMs, isStopping }: Options,
  work: (row: Row) => Promise<boolean>,
): Promise<boolean> {
  const limit = pLimit(concurrency);
  const { hasOtherWriters } = deps.db;
  const size = hasOtherWriters ? concurrency : batchSize;
  let isUp = true;
  while (isUp && !isStopping()) {
    const rows = hasOtherWriters
      ? await claimDue<Row>(deps, due, size, leaseMs)
      : await findDue<Row>(deps, due, size);
    const tasks = rows.map((row) =>
      limit(async () => {
        if (isUp && !isStopping() && !(await work(row))) isUp = false;
      }),
    );
    await Promise.all(tasks);
    if (rows.length < size) break;
  }
  return isUp;
}

export async function countDue(
  { db, clock }: { db: Database; clock: Clock },
  { table, where, values }: DueRowsQuery,
): Promise<number> {
  const sql = `SELECT count(*) AS count FROM ${table} WHERE ${where} AND "nextTryAt" <= ?`;
  return (await findRow<{ count: number }>(db.rows, sql, [...values, clock.now().toISOString()]))!.count;
}

/** Returns the number of pending rows whose last attempt failed, due or not. */
export async function countFailing(
  db: Pick<Database, "rows">,
  { table, where, values }: DueRowsQuery,
): Promise<number> {
  const sql = `SELECT count(*) AS count FROM ${table} WHERE ${where} AND "lastError" IS NOT NULL`;
  return (await findRow<{ count: number }>(db.rows, sql, values))!.count;
}

const selectDue = ({ table, where }: DueRowsQuery, columns: string) =>
  `SELECT ${columns} FROM ${table} WHERE ${where} AND "nextTryAt" <= ? ORDER BY "nextTryAt" LIMIT ?`;

function findDue<Row>(
  { db, clock }: { db: Database; clock: Clock },
  due: DueRowsQuery,
  limit: number,
): Promise<Row[]> {
  return queryRows<Row>(db.rows, selectDue(due, "*"), [...due.values, clock.now().toISOString(), limit]);
}

/** Claims due rows. Checks without a transaction first, because usually nothing is due. */
async function claimDue<Row>(
  deps: { db: Database; clock: Clock },
  due: DueRowsQuery,
  limit: number,
  leaseMs: number,
): Promise<Row[]> {
  if ((await findDue(deps, due, 1)).length === 0) return [];
  const now = deps.clock.now();
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const { table, key, values } = due;
  return deps.db.write((transaction) =>
    queryRows<Row>(
      transaction,
      `UPDATE ${table} SET "nextTryAt" = ?
       WHERE "${key}" IN (${selectDue(due, `"${key}"`)} FOR UPDATE SKIP LOCKED) RETURNING *`,
      [until, ...values, now.toISOString(), limit],
    ),
  );
}
