import type { Clock, Log } from "../../core/ports";
import { StorageError, toStorageError } from "../../core/storageErrors";
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

/**
 * Processes due rows, oldest first. Returns false if `work` reports that its provider is down; the rest waits for the
 * next run. Rows are claimed by postponing them by the lease, so that no other process works on them, and no work
 * starts while claims cannot be stored. If a process is killed, its rows become due again, so `work` has to be
 * idempotent. After all rows in progress have been processed, throws the first error of `work` and logs the others.
 */
export async function processDueRows<Row extends { nextTryAt: string }>(
  deps: { db: Database; clock: Clock; log: Pick<Log, "error"> },
  due: DueRowsQuery,
  { concurrency, leaseMs, isStopping }: Options,
  work: (row: Row) => Promise<boolean>,
): Promise<boolean> {
  let isUp = true;
  while (isUp && !isStopping()) {
    const rows = await claimDue<Row>(deps, due, concurrency, leaseMs);
    // The claimed rows are due again after the lease.
    if (isStopping()) break;
    const results = await Promise.allSettled(rows.map((row) => work(row)));
    const errors = results.flatMap((result) =>
      result.status === "rejected" ? [result.reason as unknown] : [],
    );
    // The caller reports an outage of the storage once.
    for (const err of errors.slice(1))
      if (!(toStorageError(err) instanceof StorageError))
        deps.log.error({ err, table: due.table }, "due row failed");
    if (errors.length > 0) throw errors[0];
    if (results.some((result) => result.status === "fulfilled" && !result.value)) isUp = false;
    if (rows.length < concurrency) break;
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

const selectDue = ({ table, where, key }: DueRowsQuery) =>
  `SELECT "${key}" FROM ${table} WHERE ${where} AND "nextTryAt" <= ? ORDER BY "nextTryAt" LIMIT ?`;

/** Claims due rows. Checks without a transaction first, because usually nothing is due. */
async function claimDue<Row>(
  deps: { db: Database; clock: Clock },
  due: DueRowsQuery,
  limit: number,
  leaseMs: number,
): Promise<Row[]> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const { table, key, values } = due;
  const select = selectDue(due);
  const given = [...values, now.toISOString()];
  if (!(await findRow(deps.db.rows, select, [...given, 1]))) return [];
  const skipLocked = deps.db.hasOtherWriters ? "FOR UPDATE SKIP LOCKED" : "";
  return deps.db.write((transaction) =>
    queryRows<Row>(
      transaction,
      `UPDATE ${table} SET "nextTryAt" = ? WHERE "${key}" IN (${select} ${skipLocked}) RETURNING *`,
      [until, ...given, limit],
    ),
  );
}
