import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { DataSource, EntityManager } from "typeorm";
import { DomainError } from "../errors";
import { asStorageFault } from "../storageFaults";
import { whoseWork } from "../turns/person";
import { Turns } from "../turns/Turns";
import { connectionOf, makeDataSource } from "./dataSource";
import { PreparedStatements } from "./preparedStatements";
import type { RowSource } from "./rowSource";

/** More writes that wait than this and the server says 503 rather than let everybody time out. */
const maxWaitingWrites = 2000;

/**
 * The database: one connection that writes, one transaction at a time, and one that reads and never sees
 * what is not committed. TypeORM on SQLite shares one connection among all transactions of a data source,
 * so that without the queue one caller's rollback takes another's acknowledged row with it
 * (docs/decisions/0001-write-queue.md). The queue takes one write of each person after another
 * (docs/decisions/0019-turns.md).
 */
export class Database {
  readonly #file: string;
  /** Undefined where the last one had to be given up; the next write opens another. */
  #writer: DataSource | undefined;
  readonly #reader: DataSource;
  readonly #readerStatements: PreparedStatements;
  readonly #insideQueue = new AsyncLocalStorage<true>();
  readonly #turns = new Turns(1);

  private constructor(file: string, writer: DataSource, reader: DataSource) {
    this.#file = file;
    this.#writer = writer;
    this.#reader = reader;
    this.#readerStatements = new PreparedStatements(connectionOf(reader));
  }

  /** Opens the file, making it where it is absent, and brings it to the newest migration. */
  static async open(file: string): Promise<Database> {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const writer = await openWriter(file);
    await writer.runMigrations({ transaction: "each" });
    const reader = await makeDataSource(file).initialize();
    await reader.query("PRAGMA query_only=ON");
    return new Database(file, writer, reader);
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
   * Runs the work in a transaction of its own, after all that the same person queued before it. What it throws rolls it
   * back. Never wait in it for anything but the database, and never call it from inside itself.
   * Errors: UNAVAILABLE where the queue is too long, `StorageRefused` where the disk is full.
   */
  async write<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    if (this.#insideQueue.getStore()) throw new Error("Database.write was called from inside itself");
    if (this.#turns.count >= maxWaitingWrites) throw tooBusy();
    return this.#turns.take(whoseWork(), async () => {
      try {
        return await this.#insideQueue.run(true, () => this.#transact(work));
      } catch (error) {
        throw asStorageFault(error);
      }
    });
  }

  /** Whether the migrations are at head and a write goes through. */
  async isReady(): Promise<boolean> {
    await this.write((transaction) =>
      transaction.query("UPDATE setting SET value = value WHERE name = 'key-check'"),
    );
    return this.#writer !== undefined && !(await this.#writer.showMigrations());
  }

  /**
   * Writes the log of changes into the file and empties it, so that rows that were removed are in neither. Readers
   * under way may keep a part of it for the next time.
   */
  async forgetRemoved(): Promise<void> {
    await this.#turns.take(whoseWork(), async () => {
      await this.#writer?.query("PRAGMA wal_checkpoint(TRUNCATE)");
    });
  }

  /** Waits for the queue, then closes both connections. */
  async close(): Promise<void> {
    await this.#turns.idle();
    await this.#readerStatements.close();
    await this.#reader.destroy();
    await this.#writer?.destroy();
  }

  async #transact<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    this.#writer ??= await openWriter(this.#file);
    const runner = this.#writer.createQueryRunner();
    try {
      await runner.startTransaction();
      await takeWriteLock(runner.manager);
      const result = await work(runner.manager);
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // SQLite rolls back by itself on a full disk. TypeORM does not notice: it would take every later transaction
      // for a part of this one, and commit none of them. So a connection that cannot roll back is given up.
      await runner.rollbackTransaction().catch(() => this.#discardWriter());
      throw error;
    } finally {
      await runner.release();
    }
  }

  async #discardWriter(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    await writer?.destroy().catch(() => undefined);
  }
}

async function openWriter(file: string): Promise<DataSource> {
  const writer = await makeDataSource(file).initialize();
  await writer.query("PRAGMA synchronous=FULL");
  // What is removed is overwritten: erased passports must not stay on free pages.
  await writer.query("PRAGMA secure_delete=ON");
  return writer;
}

/**
 * A command in another process (`keys:rotate`) may write meanwhile. TypeORM begins a transaction that locks nothing, and
 * one that has read before it writes then fails at once, without waiting (SQLITE_BUSY_SNAPSHOT). So it begins with a
 * statement that writes nothing and waits for its turn as long as `busy_timeout`.
 */
async function takeWriteLock(transaction: EntityManager): Promise<void> {
  try {
    await transaction.query("DELETE FROM setting WHERE false");
  } catch (error) {
    if ((error as { code?: unknown }).code !== "SQLITE_BUSY") throw error;
    throw tooBusy();
  }
}

function tooBusy(): DomainError {
  return new DomainError("UNAVAILABLE", "The service is busy right now. Please try again", { retryAfter: 5 });
}
