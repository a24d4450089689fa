import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DataSource, EntityManager } from "typeorm";
import { connectionOf, openServing } from "./dataSource";
import { PreparedStatements } from "./preparedStatements";
import type { RowSource } from "./rowSource";
import { WriteQueue, type Work } from "./WriteQueue";
import { Writer } from "./Writer";

/**
 * The database: one connection that writes, one transaction at a time, and one that reads and never sees
 * what is not committed. TypeORM on SQLite shares one connection among all transactions of a data source,
 * so that without the queue one caller's rollback takes another's acknowledged row with it
 * (docs/decisions/0001-write-queue.md).
 */
export class Database {
  readonly #writer: Writer;
  readonly #writes: WriteQueue;
  readonly #reader: DataSource;
  readonly #readerStatements: PreparedStatements;

  private constructor(writer: Writer, reader: DataSource, options: { longestWorkSeconds?: number }) {
    this.#writer = writer;
    this.#writes = new WriteQueue(writer, options);
    this.#reader = reader;
    this.#readerStatements = new PreparedStatements(connectionOf(reader));
  }

  /** Opens the file, making it where it is absent, and brings it to the newest migration. */
  static async open(file: string, options: { longestWorkSeconds?: number } = {}): Promise<Database> {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const writer = await Writer.open(file);
    const reader = await openServing(file);
    await reader.query("PRAGMA query_only=ON");
    return new Database(writer, reader, options);
  }

  /** For reading; sees everything that was committed, and nothing else. */
  get read(): EntityManager {
    return this.#reader.manager;
  }

  /** The same for what every private request asks, without TypeORM (rowSource.ts). */
  get rows(): RowSource {
    return this.#readerStatements;
  }

  /**
   * Runs the work after all that were queued before it; answers once what it wrote is on the disk. What it throws takes
   * back what it wrote. Never wait in it for anything but the transaction, and never call it from inside itself: what
   * others in the same transaction wrote is seen by it alone (`WriteQueue`).
   * Errors: the work's own, UNAVAILABLE where the queue is too long, `StorageRefused` where the disk is full.
   */
  async write<T>(work: Work<T>): Promise<T> {
    return this.#writes.add(work);
  }

  /** Whether the migrations are at head and a write goes through. */
  async isReady(): Promise<boolean> {
    await this.write((transaction) =>
      transaction.query("UPDATE setting SET value = value WHERE name = 'key-check'"),
    );
    return this.#writer.isAtHead();
  }

  /**
   * Writes the log of changes into the file and empties it, so that rows that were removed are in neither. Readers
   * under way may keep a part of it for the next time.
   */
  async forgetRemoved(): Promise<void> {
    await this.#writes.addAlone(() => this.#writer.query("PRAGMA wal_checkpoint(TRUNCATE)"));
  }

  /** Waits for the queue, then closes both connections. */
  async close(): Promise<void> {
    await this.#writes.idle();
    await this.#readerStatements.close();
    await this.#reader.destroy();
    await this.#writer.close();
  }
}
