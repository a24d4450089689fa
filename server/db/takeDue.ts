import type { Clock } from "../ports";
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

/** Rows that are looked for at once. */
const most = 50;

/**
 * What is due, longest due first, some at a time; ask for more when those are done. Where processes share the database each
 * of them has rows that no other has: their time is moved on by `leaseMs`, longer than the work on `atOnce` of them takes.
 * Whose process was killed are due again then, so what is done with a row has to bear a second time. Where nobody shares,
 * the one job that asks is the only one, and nothing is written.
 */
export async function* takeDue<Row extends { nextTryAt: string }>(
  { db, clock }: { db: Database; clock: Clock },
  due: DueRows,
  { atOnce, leaseMs }: { atOnce: number; leaseMs: number },
): AsyncGenerator<Row[]> {
  const { table, key, where, values } = due;
  const waiting = (columns: string) =>
    `SELECT ${columns} FROM ${table} WHERE ${where} AND "nextTryAt" <= ? ORDER BY "nextTryAt" LIMIT ?`;
  if (!db.isShared) {
    const rows = await queryRows<Row>(db.rows, waiting("*"), [...values, clock.now().toISOString(), most]);
    if (rows.length > 0) yield rows;
    return;
  }
  for (let taken = 0; taken < most;) {
    const now = clock.now();
    const bounds = [...values, now.toISOString(), atOnce];
    // Mostly nothing is: that is found out without a transaction.
    if ((await queryRows(db.rows, waiting(`"${key}"`), bounds)).length === 0) return;
    const until = new Date(now.getTime() + leaseMs).toISOString();
    const rows = await db.write((transaction) =>
      queryRows<Row>(
        transaction,
        `UPDATE ${table} SET "nextTryAt" = ? WHERE "${key}" IN (${waiting(`"${key}"`)} FOR UPDATE SKIP LOCKED) RETURNING *`,
        [until, ...bounds],
      ),
    );
    if (rows.length === 0) return;
    taken += rows.length;
    yield rows;
  }
}
