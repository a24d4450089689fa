import { QueryFailedError } from "typeorm";
import { DomainError } from "../../../core/errors";
import { asStorageFault } from "../../../core/storageFaults";
import type { RowSource, SqlValue } from "../rowSource";
import type { Asked } from "./postgresSource";

/** Texts as PostgreSQL takes them, by our own; as many as the code has. */
const translated = new Map<string, string>();

/**
 * The text as PostgreSQL takes it: `$1` for the first `?`, and without the name of an index, which only SQLite has to be
 * told.
 */
export function toPostgres(sql: string): string {
  const known = translated.get(sql);
  if (known !== undefined) return known;
  let place = 0;
  const text = sql.replace(/ INDEXED BY \w+/g, "").replace(/\?/g, () => `$${++place}`);
  translated.set(sql, text);
  return text;
}

/** Statements by text on PostgreSQL. Nothing is prepared by name: behind PgBouncer the next one is another connection's. */
export class PostgresStatements implements RowSource {
  readonly #asked: () => Promise<Asked> | Asked;

  constructor(asked: () => Promise<Asked> | Asked) {
    this.#asked = asked;
  }

  /** Errors: `StorageRefused` if the database is away; else TypeORM's `QueryFailedError`, with PostgreSQL's `code`. */
  async query<Rows>(sql: string, values: SqlValue[] = []): Promise<Rows> {
    const asked = await this.#asked();
    try {
      return (await asked.query(toPostgres(sql), values)).rows as Rows;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw asStorageFault(new QueryFailedError(sql, values, error as Error));
    }
  }
}
