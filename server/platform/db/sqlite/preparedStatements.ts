import { LRUCache } from "lru-cache";
import { QueryFailedError } from "typeorm";
import type { Connection, Statement } from "./sqliteSource";
import type { RowSource, SqlValue } from "../rowSource";

/** Maximum number of cached statements, more than the server's code contains. */
const maxStatements = 200;

/**
 * The statements of one connection, prepared on first use and cached. The text comes from the code, with `?` for every
 * value. Beyond the limit, the least recently used statement is finalized. Every statement runs to completion, because
 * one left open, as by the driver's `get`, would hide later commits from its connection.
 */
export class PreparedStatements implements RowSource {
  readonly #statements: LRUCache<string, Promise<Statement>>;

  constructor(
    private readonly connection: Connection,
    max = maxStatements,
  ) {
    this.#statements = new LRUCache({
      max,
      dispose: (statement, _sql, reason) => {
        if (reason === "evict") void finalize(statement);
      },
    });
  }

  /** Throws TypeORM's `QueryFailedError`, with SQLite's `code`. */
  async query<Rows>(sql: string, values: SqlValue[] = []): Promise<Rows> {
    const statement = await this.#find(sql);
    return new Promise<Rows>((resolve, reject) => {
      statement.all(values, (error, rows) =>
        error ? reject(new QueryFailedError(sql, values, error)) : resolve(rows as Rows),
      );
    });
  }

  /** Finalizes all statements; required before the connection closes. */
  async close(): Promise<void> {
    const all = [...this.#statements.values()];
    this.#statements.clear();
    await Promise.all(all.map(finalize));
  }

  #find(sql: string): Promise<Statement> {
    const known = this.#statements.get(sql);
    if (known) return known;
    // Invalid SQL is not cached, because the driver never responds to calls on its statement.
    const preparing = new Promise<Statement>((resolve, reject) => {
      const statement = this.connection.prepare(sql, (error: Error | null) => {
        if (!error) return resolve(statement);
        this.#statements.delete(sql);
        reject(new QueryFailedError(sql, [], error));
      });
    });
    this.#statements.set(sql, preparing);
    return preparing;
  }
}

/** Finalizes a statement after its pending queries. */
async function finalize(preparing: Promise<Statement>): Promise<void> {
  const statement = await preparing.catch(() => undefined);
  await new Promise<void>((resolve) => (statement ? statement.finalize(() => resolve()) : resolve()));
}
