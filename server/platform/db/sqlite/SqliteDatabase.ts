import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DataSource, EntityManager } from "typeorm";
import { getConnection, openServing } from "./sqliteSource";
import { PreparedStatements } from "./preparedStatements";
import type { Database, Work } from "../database";
import { makeMemoryLimiter, type Limit, type Limiter } from "../../rateLimiting/limiter";
import type { EntityList } from "../entityList";
import { attachPreparedStatements, type RowSource } from "../rowSource";
import { inPresentSpan, withSpan } from "../../metrics/spans";
import { assertWritable } from "../writing";
import { WriteQueue } from "./WriteQueue";
import { Writer } from "./Writer";

/**
 * SQLite with two connections: one writes, in one transaction at a time, and one reads and never sees uncommitted data.
 * TypeORM on SQLite shares one connection among all transactions of a data source. Without the queue, one caller's
 * rollback would discard another's acknowledged row (docs/decisions/0001-write-queue.md).
 */
export class SqliteDatabase implements Database {
  readonly hasOtherWriters = false;
  readonly writeCounts = { started: 0, conflict: 0, retry: 0 };
  readonly waitingForConnection = 0;
  readonly #writes: WriteQueue;
  readonly #readerStatements: PreparedStatements;

  private constructor(
    private readonly writer: Writer,
    private readonly reader: DataSource,
    maxTaskSeconds: number | undefined,
  ) {
    this.#writes = new WriteQueue(writer, maxTaskSeconds);
    this.#readerStatements = new PreparedStatements(getConnection(reader));
    attachPreparedStatements(reader.manager, this.#readerStatements);
  }

  /** Opens the file, creates it if it does not exist, and runs pending migrations. */
  static async open(
    file: string,
    entities: EntityList,
    { maxTaskSeconds }: { maxTaskSeconds?: number } = {},
  ): Promise<SqliteDatabase> {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const writer = await Writer.open(file, entities);
    const reader = await openServing(file, entities);
    await reader.query("PRAGMA query_only=ON");
    return new SqliteDatabase(writer, reader, maxTaskSeconds);
  }

  get read(): EntityManager {
    return this.reader.manager;
  }

  get rows(): RowSource {
    return this.#readerStatements;
  }

  /**
   * Runs `work` after all earlier writes. It sees uncommitted rows of other writes in the same transaction
   * (`WriteQueue`).
   */
  async write<T>(work: Work<T>): Promise<T> {
    this.writeCounts.started++;
    return withSpan("transaction", {}, () => this.#writes.add(inPresentSpan(work)));
  }

  get writesInFlight(): number {
    return this.#writes.count;
  }

  /** Does nothing, because no other process shares the file. */
  async announce(): Promise<void> {}

  listen(): void {}

  /** Counts in memory; a restart resets the counts. */
  limiter(limit: Limit): Limiter {
    return makeMemoryLimiter(limit);
  }

  async isReady(): Promise<boolean> {
    await this.write(assertWritable);
    return this.writer.isAtHead();
  }

  /**
   * Checkpoints and truncates the WAL, so that deleted rows are in neither file. If readers are active, part of this
   * may wait until the next call.
   */
  async purgeDeleted(): Promise<void> {
    await this.#writes.addExclusive(() => this.writer.query("PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  /** Does nothing, because each query is written for an index and needs no statistics. */
  async analyze(): Promise<void> {}

  async close(): Promise<void> {
    await this.#writes.idle();
    await this.#readerStatements.close();
    await this.reader.destroy();
    await this.writer.close();
  }
}
