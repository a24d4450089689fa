/**
 * Re-encrypts everything with the current data key, while a server uses the same database. Each batch is one
 * transaction that has SQLite's write lock from its first statement, so that no row changes meanwhile and each is
 * always encrypted with one key. The command may be killed and repeated at any time; the key check of the previous key
 * is removed only when no data needs it.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { Database } from "../../platform/db/database";
import { retirePreviousKey } from "../../platform/db/dataKeyCheck";
import { findRow, queryRows } from "../../platform/db/rowSource";
import { DomainError } from "../../core/errors";
import type { EncryptedTable } from "./encryptedTables";

export interface RotationPace {
  /** Rows per transaction; the server's writes wait for each transaction. */
  batchRows: number;
  /** Pause between transactions, so that the server can write. */
  pauseMs: number;
}

export interface RotationReport {
  /** Re-encrypted rows, by table. */
  reencrypted: Record<string, number>;
  /** `table id` of rows that neither key decrypts. While there are such rows, the previous key is retained. */
  unopened: string[];
  /** `table id` of older rows that were removed because a newer row is equal under the current key. */
  removed: string[];
}

/**
 * Maximum number of attempts to get the write lock, of 5 seconds each. The lock is usually released within
 * milliseconds, so a command that needs more attempts has another problem.
 */
const maxTries = 24;

export class KeyRotation {
  constructor(
    private readonly db: Database,
    private readonly keys: KeyRing,
    private readonly tables: readonly EncryptedTable[],
  ) {}

  /** Processes every table; `onBatch` is called after each commit. */
  async run(pace: RotationPace, onBatch: (table: string, rows: number) => void): Promise<RotationReport> {
    this.#assertColumnsKnown();
    const report: RotationReport = { reencrypted: {}, unopened: [], removed: [] };
    for (const table of this.tables) {
      report.reencrypted[table.name] = 0;
      for (let last: string | undefined = ""; last !== undefined; await wait(pace.pauseMs)) {
        const after: string = last;
        const batch = await this.#write((transaction) =>
          this.#reencryptBatch(transaction, table, after, pace.batchRows),
        );
        last = batch.last;
        report.reencrypted[table.name]! += batch.rows;
        report.unopened.push(...batch.unopened.map((id) => `${table.name} ${id}`));
        report.removed.push(...batch.removed.map((id) => `${table.name} ${id}`));
        if (batch.rows > 0) onBatch(table.name, batch.rows);
      }
    }
    if (report.unopened.length === 0) await this.#write((transaction) => this.#finish(transaction));
    return report;
  }

  /**
   * Re-encrypts the next rows that do not use the current key, in order of id. `last` is the last of these ids, or
   * undefined if there were none.
   */
  async #reencryptBatch(transaction: EntityManager, table: EncryptedTable, after: string, most: number) {
    const { name, id } = table;
    const columns = Object.keys(table.columns);
    const rows = await queryRows<Record<string, string | null>>(
      transaction,
      `SELECT ${[id, ...columns].map(quote).join(", ")} FROM ${quote(name)}
       WHERE ${quote(id)} > ? AND ${this.#isStale(table)} ORDER BY ${quote(id)} LIMIT ${most}`,
      [after],
    );
    const unopened: string[] = [];
    const removed: string[] = [];
    for (const row of rows) {
      let changes: Record<string, string>;
      try {
        changes = this.#reencrypt(table, row);
      } catch {
        unopened.push(row[id]!);
        continue;
      }
      const duplicate = await table.removeDuplicate?.(transaction, row[id]!, changes as never);
      if (duplicate) removed.push(duplicate);
      if (duplicate === row[id]) continue;
      const assignments = Object.keys(changes).map((column) => `${quote(column)} = ?`);
      const sql = `UPDATE ${quote(name)} SET ${assignments.join(", ")} WHERE ${quote(id)} = ?`;
      await queryRows(transaction, sql, [...Object.values(changes), row[id]!]);
    }
    return { rows: rows.length - unopened.length, unopened, removed, last: rows.at(-1)?.[id] ?? undefined };
  }

  #reencrypt({ id, columns, derive }: EncryptedTable, row: Record<string, string | null>) {
    const texts = Object.entries(columns).flatMap(([name, column]): [string, string][] => {
      const encrypted = row[name];
      return encrypted ? [[name, column.reencrypt(this.keys, row[id]!, encrypted)]] : [];
    });
    return { ...Object.fromEntries(texts), ...derive?.(this.keys, row as never) };
  }

  async #finish(transaction: EntityManager): Promise<void> {
    for (const table of this.tables) {
      const sql = `SELECT count(*) AS stale FROM ${quote(table.name)} WHERE ${this.#isStale(table)}`;
      const left = (await findRow<{ stale: number }>(transaction, sql))!.stale;
      if (left > 0)
        throw new Error(
          `${left} rows of ${table.name} were written with the previous key meanwhile: run this again`,
        );
    }
    await retirePreviousKey(transaction, this.keys);
  }

  /**
   * Throws if this command does not know an encrypted column, which would become unreadable without the previous key.
   */
  #assertColumnsKnown(): void {
    for (const { tableName, columns } of this.db.read.connection.entityMetadatas)
      for (const { databaseName: column } of columns) {
        if (!/Sealed$|^wrappedKey$/.test(column)) continue;
        if (!this.tables.some((table) => table.name === tableName && column in table.columns))
          throw new Error(`${tableName}.${column} is not in server/app/commands/encryptedTables.ts`);
      }
  }

  /**
   * Returns an SQL condition that is true if a column does not use the current key. The key's id contains no quotes.
   */
  #isStale({ columns, rows = "TRUE" }: EncryptedTable): string {
    const prefix = this.keys.presentPrefix;
    const tests = Object.keys(columns).map(
      (column) => `substr(${quote(column)}, 1, ${prefix.length}) <> '${prefix}'`,
    );
    return `(${rows}) AND (${tests.join(" OR ")})`;
  }

  async #write<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++)
      try {
        return await this.db.write(work);
      } catch (error) {
        const isBusy = error instanceof DomainError && error.code === "UNAVAILABLE";
        if (!isBusy || tries >= maxTries) throw error;
      }
  }
}

function quote(name: string): string {
  return `"${name}"`;
}
