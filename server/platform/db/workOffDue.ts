import pLimit from "p-limit";
import type { Clock } from "../../core/ports";
import type { Database } from "./database";
import { queryRows, type SqlValue } from "./rowSource";

/** Rows that are worked off when their `nextTryAt` has come; who works one off moves it on, or takes it out of `where`. */
export interface DueRows {
  table: string;
  /** The column of its key. */
  key: string;
  /** Which of its rows wait at all, with a `?` for each of `values`. */
  where: string;
  values: SqlValue[];
}

interface Pace {
  /** Rows that are worked on at once. */
  atOnce: number;
  /** Longer than the work on as many takes. */
  leaseMs: number;
  /** Whether nothing new is to be begun. */
  isOver: () => boolean;
}

/** Rows that are looked for at once where nobody shares. */
const most = 50;

/**
 * Works off what is due, longest due first. False where `work` says so of a row: whom it calls does not answer, so that the
 * others would fare no better and are left. Where processes share the database each of them has rows that no other has:
 * their time is moved on by the lease. What a killed process had is due again then, so the work has to bear a second time.
 * Where nobody shares, the one job that asks is the only one, and no row is claimed.
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

/** Mostly nothing is due: that is found out without a transaction. */
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
