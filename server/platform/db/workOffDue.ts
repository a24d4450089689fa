import pLimit from "p-limit";
import type { Clock } from "../../core/ports";
import type { Database } from "./database";
import { queryRows, type SqlValue } from "./rowSource";

/**
 * Rows that are processed when their `nextTryAt` is reached. The handler reschedules a row, or changes it so
 * that it no longer matches `where`.
 */
export interface DueRows {
  table: string;
  /** The key column. */
  key: string;
  /** Condition for pending rows, with a `?` for each of `values`. */
  where: string;
  values: SqlValue[];
}

interface Pace {
  /** Maximum number of rows in progress. */
  atOnce: number;
  /** Longer than `atOnce` rows take. */
  leaseMs: number;
  /** True if no further rows should be started. */
  isOver: () => boolean;
}

/** Rows per query if the database is not shared. */
const most = 50;

/**
 * Processes due rows, oldest first. Returns false if `work` reports that its provider is down; the rest waits
 * for the next run. If processes share the database, each claims separate rows by moving their time by the
 * lease. After a process is killed its rows become due again, so `work` has to be idempotent. Otherwise only
 * one job runs, and no row is claimed.
 */
export async function workOffDue<Row extends { nextTryAt: string }>(
  deps: { db: Database; clock: Clock },
  due: DueRows,
  { atOnce, leaseMs, isOver }: Pace,
  work: (row: Row) => Promise<boolean>,
): Promise<boolean> {
  const limit = pLimit(atOnce);
  const { isShared } = deps.db;
  const size = isShared ? atOnce : most;
  let isUp = true;
  while (isUp && !isOver()) {
    const rows = isShared ? await claim<Row>(deps, due, size, leaseMs) : await find<Row>(deps, due, size);
    const workings = rows.map((row) =>
      limit(async () => {
        if (isUp && !isOver() && !(await work(row))) isUp = false;
      }),
    );
    await Promise.all(workings);
    if (rows.length < size) break;
  }
  return isUp;
}

const waiting = ({ table, where }: DueRows, columns: string) =>
  `SELECT ${columns} FROM ${table} WHERE ${where} AND "nextTryAt" <= ? ORDER BY "nextTryAt" LIMIT ?`;

function find<Row>(
  { db, clock }: { db: Database; clock: Clock },
  due: DueRows,
  limit: number,
): Promise<Row[]> {
  return queryRows<Row>(db.rows, waiting(due, "*"), [...due.values, clock.now().toISOString(), limit]);
}

/** Usually nothing is due; that check needs no transaction. */
async function claim<Row>(
  deps: { db: Database; clock: Clock },
  due: DueRows,
  limit: number,
  leaseMs: number,
): Promise<Row[]> {
  if ((await find(deps, due, 1)).length === 0) return [];
  const now = deps.clock.now();
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const { table, key, values } = due;
  return deps.db.write((transaction) =>
    queryRows<Row>(
      transaction,
      `UPDATE ${table} SET "nextTryAt" = ?
       WHERE "${key}" IN (${waiting(due, `"${key}"`)} FOR UPDATE SKIP LOCKED) RETURNING *`,
      [until, ...values, now.toISOString(), limit],
    ),
  );
}
