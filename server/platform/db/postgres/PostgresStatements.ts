import { QueryFailedError } from "typeorm";
import { DomainError } from "../../../core/errors";
import { toStorageError } from "../../../core/storageErrors";
import type { RowSource, SqlValue } from "../rowSource";
import { toPostgres } from "./portability";
import type { Asked } from "./postgresSource";
import type { StatementNames } from "./preparedStatements";

/** Executes SQL text on PostgreSQL. */
export class PostgresStatements implements RowSource {
  readonly isRemote = true;

  /** With `names`, each connection prepares a text once. */
  constructor(
    private readonly asked: Pick<Asked, "query">,
    private readonly names?: StatementNames,
  ) {}

  /**
   * Throws `StorageError` if the database is down, otherwise TypeORM's `QueryFailedError` with PostgreSQL's
   * `code`.
   */
  async query<Rows>(sql: string, values: SqlValue[] = []): Promise<Rows> {
    try {
      const text = toPostgres(sql);
      const name = this.names?.nameFor(text, values);
      return (await this.asked.query(name === undefined ? text : { name, text }, values)).rows as Rows;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw toStorageError(new QueryFailedError(sql, values, error as Error));
    }
  }
}
