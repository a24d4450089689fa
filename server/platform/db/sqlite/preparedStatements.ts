import { QueryFailedError } from "typeorm";
import type { Connection, Statement } from "./sqliteSource";
import type { RowSource, SqlValue } from "../rowSource";

/** More texts than the server has. */
const mostStatements = 200;

/**
 * The statements of one connection, each prepared at its first use and kept. Texts are the code's own, with `?` for every
 * value; of those that were not used for longest the server lets go. Every statement runs to its end at once: one that
 * stays open, as `get` of the driver leaves it, would keep its connection from seeing what is committed later.
 */
export class PreparedStatements implements RowSource {
  readonly #connection: Connection;
  readonly #most: number;
  /** By text, the one that was used last at the end. */
  readonly #statements = new Map<string, Promise<Statement>>();

  constructor(connection: Connection, most = mostStatements) {
    this.#connection = connection;
    this.#most = most;
  }

  /** For what answers with rows. Errors: TypeORM's `QueryFailedError`, with SQLite's `code`. */
  async query<Rows>(sql: string, values: SqlValue[] = []): Promise<Rows> {
    const statement = await this.#find(sql);
    return new Promise<Rows>((resolve, reject) => {
      statement.all(values, (error, rows) =>
        error ? reject(new QueryFailedError(sql, values, error)) : resolve(rows as Rows),
      );
    });
  }

  /** For what changes rows; answers how many. Errors as `query`. */
  async run(sql: string, values: SqlValue[] = []): Promise<number> {
    const statement = await this.#find(sql);
    return new Promise<number>((resolve, reject) => {
      statement.run(values, function (error) {
        if (error) reject(new QueryFailedError(sql, values, error));
        else resolve(this.changes);
      });
    });
  }

  /** Before the connection is closed, which waits for nobody's statements. */
  async close(): Promise<void> {
    const all = [...this.#statements.values()];
    this.#statements.clear();
    await Promise.all(all.map(finalize));
  }

  #find(sql: string): Promise<Statement> {
    const known = this.#statements.get(sql);
    if (known) this.#statements.delete(sql);
    const statement = known ?? this.#prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #prepare(sql: string): Promise<Statement> {
    for (const [oldest, statement] of this.#statements) {
      if (this.#statements.size < this.#most) break;
      this.#statements.delete(oldest);
      void finalize(statement);
    }
    // A text that is refused leaves nothing behind; the driver would never answer what is asked of its statement.
    return new Promise((resolve, reject) => {
      const statement = this.#connection.prepare(sql, (error: Error | null) => {
        if (!error) return resolve(statement);
        this.#statements.delete(sql);
        reject(new QueryFailedError(sql, [], error));
      });
    });
  }
}

/** Lets go of a statement when what was asked of it is answered. */
async function finalize(preparing: Promise<Statement>): Promise<void> {
  const statement = await preparing.catch(() => undefined);
  await new Promise<void>((resolve) => (statement ? statement.finalize(() => resolve()) : resolve()));
}
