/**
 * Puts all that is sealed under the present data key, while a server works on the same database. Guards: each batch is
 * one transaction that holds SQLite's write lock from its first statement, so that no row changes under it and each
 * is whole under one key or the other; it may be killed at any moment and run again; the mark of the previous key
 * goes only once nothing is left under it.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { Database } from "../../platform/db/database";
import { retirePreviousKey } from "../../platform/db/dataKeyCheck";
import { findRow, queryRows } from "../../platform/db/rowSource";
import { DomainError } from "../../core/errors";
import type { SealedTable } from "./sealedTables";

export interface RotationPace {
  /** Rows in a transaction; the server's writes wait for as long as one takes. */
  batchRows: number;
  /** Between two transactions, so that the server's writes get their turn. */
  pauseMs: number;
}

export interface RotationReport {
  /** Rows re-sealed, by table. */
  resealed: Record<string, number>;
  /** `table id` of rows that open with no key. While there are any, the previous key stays. */
  unopened: string[];
}

/**
 * The lock is given up within milliseconds; who does not get it in so many tries of 5 seconds meets another problem.
 */
const maxTries = 24;

export class KeyRotation {
  readonly #db: Database;
  readonly #keys: KeyRing;
  readonly #tables: readonly SealedTable[];

  constructor(db: Database, keys: KeyRing, tables: readonly SealedTable[]) {
    this.#db = db;
    this.#keys = keys;
    this.#tables = tables;
  }

  /** Goes through every table; `onBatch` hears of each batch that is committed. */
  async run(pace: RotationPace, onBatch: (table: string, rows: number) => void): Promise<RotationReport> {
    this.#assertColumnsKnown();
    const report: RotationReport = { resealed: {}, unopened: [] };
    for (const table of this.#tables) {
      report.resealed[table.name] = 0;
      for (let last: string | undefined = ""; last !== undefined; await wait(pace.pauseMs)) {
        const after: string = last;
        const batch = await this.#write((transaction) =>
          this.#resealBatch(transaction, table, after, pace.batchRows),
        );
        last = batch.last;
        report.resealed[table.name]! += batch.rows;
        report.unopened.push(...batch.unopened.map((id) => `${table.name} ${id}`));
        if (batch.rows > 0) onBatch(table.name, batch.rows);
      }
    }
    if (report.unopened.length === 0) await this.#write((transaction) => this.#finish(transaction));
    return report;
  }

  /** The rows after that id which are not under the present key; `last` is undefined where there were none. */
  async #resealBatch(transaction: EntityManager, table: SealedTable, after: string, most: number) {
    const { name, id, columns } = table;
    const rows = await queryRows<Record<string, string>>(
      transaction,
      `SELECT ${[id, ...columns].map(quote).join(", ")} FROM ${quote(name)}
       WHERE ${quote(id)} > ? AND ${this.#isStale(table)} ORDER BY ${quote(id)} LIMIT ${most}`,
      [after],
    );
    const unopened: string[] = [];
    for (const row of rows) {
      let changes: Record<string, string>;
      try {
        changes = table.reseal(this.#keys, row);
      } catch {
        unopened.push(row[id]!);
        continue;
      }
      const assignments = Object.keys(changes).map((column) => `${quote(column)} = ?`);
      const sql = `UPDATE ${quote(name)} SET ${assignments.join(", ")} WHERE ${quote(id)} = ?`;
      await queryRows(transaction, sql, [...Object.values(changes), row[id]!]);
    }
    return { rows: rows.length - unopened.length, unopened, last: rows.at(-1)?.[id] };
  }

  async #finish(transaction: EntityManager): Promise<void> {
    for (const table of this.#tables) {
      const sql = `SELECT count(*) AS stale FROM ${quote(table.name)} WHERE ${this.#isStale(table)}`;
      const left = (await findRow<{ stale: number }>(transaction, sql))!.stale;
      if (left > 0)
        throw new Error(
          `${left} rows of ${table.name} came under the previous key meanwhile: run this again`,
        );
    }
    await retirePreviousKey(transaction, this.#keys);
  }

  /** A column that this command forgets would be lost with the previous key. */
  #assertColumnsKnown(): void {
    for (const { tableName, columns } of this.#db.read.connection.entityMetadatas)
      for (const { databaseName: column } of columns) {
        if (!/Sealed$|^wrappedKey$/.test(column)) continue;
        if (!this.#tables.some((table) => table.name === tableName && table.columns.includes(column)))
          throw new Error(`${tableName}.${column} is not in server/app/commands/sealedTables.ts`);
      }
  }

  /** As SQL: whether any of them was sealed otherwise than with the present key. The key's id has no quotes in it. */
  #isStale({ columns, rows = "TRUE" }: SealedTable): string {
    const prefix = this.#keys.presentPrefix;
    const tests = columns.map((column) => `substr(${quote(column)}, 1, ${prefix.length}) <> '${prefix}'`);
    return `(${rows}) AND (${tests.join(" OR ")})`;
  }

  async #write<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++)
      try {
        return await this.#db.write(work);
      } catch (error) {
        const isBusy = error instanceof DomainError && error.code === "UNAVAILABLE";
        if (!isBusy || tries >= maxTries) throw error;
      }
  }
}

function quote(name: string): string {
  return `"${name}"`;
}
