import { QueryFailedError } from "typeorm";
import { DomainError } from "../../../core/errors";
import { toStorageError } from "../../../core/storageErrors";
import type { RowSource, SqlValue } from "../rowSource";
import { toPostgres } from "./portability";
import type { Asked } from "./postgresSource";

export class PostgresStatements implements RowSource {
  readonly isRemote = true;

  constructor(private readonly asked: Pick<Asked, "query">) {}

  /**
   * Throws `StorageError` if the database is down, otherwise TypeORM's `QueryFailedError` with PostgreSQL's
   * `code`.
   */
  async query<Rows>(sql: string, values: SqlValue[] = []): Promise<Rows> {
    try {
      return (await this.asked.query(toPostgres(sql), values)).rows as Rows;
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw toStorageError(new QueryFailedError(sql, values, error as Error));
    }
  }
}
