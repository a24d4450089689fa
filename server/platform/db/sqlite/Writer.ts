import type { DataSource, EntityManager } from "typeorm";
import { lockFile } from "./lockFile";
import { getConnection, openServing } from "./sqliteSource";
import { PreparedStatements } from "./preparedStatements";
import { attachPreparedStatements } from "../rowSource";
import { toCommitError } from "../../../core/storageErrors";
import { tooBusy } from "../writing";
import type { EntityList } from "../entityList";

export type Outcome<T> = { value: T } | { error: unknown };

/** Thrown if a task waits for something that never happens. */
export class StuckWork extends Error {
  override readonly name = "StuckWork";

  constructor() {
    super("A write did not end: was Database.write called from inside itself?");
  }
}

/**
 * Maximum milliseconds to wait for another process that migrates the same file; far longer than any migration takes.
 */
const migrationWaitMs = 60_000;

interface Opened {
  source: DataSource;
  statements: PreparedStatements;
}

/** The writing connection, for one transaction at a time. It is reopened if it had to be abandoned. */
export class Writer {
  #opened: Opened | undefined;

  private constructor(
    private readonly file: string,
    private readonly entities: EntityList,
  ) {}

  /**
   * Opens the file and runs pending migrations, in one process at a time, because a command may start at the same time
   * as the server. Throws `BadSetting` if another process does not finish its migrations.
   */
  static async open(file: string, entities: EntityList): Promise<Writer> {
    const taken = "Setting DATABASE_URL: another process is still preparing this database";
    const lock = await lockFile(`${file}.lock`, migrationWaitMs, taken);
    try {
      const writer = new Writer(file, entities);
      const { source } = await writer.#open();
      await source.runMigrations({ transaction: "each" });
      return writer;
    } finally {
      await lock.release();
    }
  }

  /** True if every migration has run; false if there is no connection at the moment. */
  async isAtHead(): Promise<boolean> {
    return this.#opened !== undefined && !(await this.#opened.source.showMigrations());
  }

  /** Executes a statement outside of transactions. */
  async query(sql: string): Promise<void> {
    const { source } = await this.#open();
    await source.query(sql);
  }

  /** Resolves once the transaction is on disk; an error of `work` rolls all of it back. */
  async transact<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    const { source, statements } = await this.#open();
    const runner = source.createQueryRunner();
    // Read once, at the start, because TypeORM replaces the runner's manager as soon as another caller requests a
    // runner, as the migration check does.
    const { manager } = runner;
    attachPreparedStatements(manager, statements);
    try {
      await runner.startTransaction();
      await takeWriteLock(manager);
      const result = await work(manager);
      await runner.commitTransaction().catch((error: unknown) => {
        throw toCommitError(error);
      });
      return result;
    } catch (error) {
      // Closes the connection, because later queries of the abandoned task must not become part of the next
      // transaction.
      if (error instanceof StuckWork) await this.#giveUp();
      // A connection that cannot roll back is closed. On a full disk SQLite rolls back automatically, which TypeORM
      // does not notice: it would nest every later transaction in this one and commit none.
      else await runner.rollbackTransaction().catch(() => this.#giveUp());
      throw error;
    } finally {
      await runner.release();
    }
  }

  /**
   * Runs a task inside a transaction; if it fails, rolls back only its changes. Throws the task's error if that
   * rollback fails, because the whole transaction is then lost.
   */
  async inSavepoint<T>(work: () => Promise<T>): Promise<Outcome<T>> {
    const { statements } = await this.#open();
    await statements.query("SAVEPOINT work");
    let outcome: Outcome<T>;
    try {
      outcome = { value: await work() };
    } catch (error) {
      if (error instanceof StuckWork) throw error;
      outcome = { error };
      await statements.query("ROLLBACK TO work").catch(() => {
        throw error;
      });
    }
    await statements.query("RELEASE work");
    return outcome;
  }

  async close(): Promise<void> {
    await this.#giveUp();
  }

  /** Closes the connection, which discards all uncommitted changes. The next transaction opens a new one. */
  async #giveUp(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.statements.close();
    await opened?.source.destroy().catch(() => undefined);
  }

  async #open(): Promise<Opened> {
    if (this.#opened) return this.#opened;
    const source = await openServing(this.file, this.entities);
    await source.query("PRAGMA synchronous=FULL");
    // Overwrites deleted data, because erased passports must not remain on free pages.
    await source.query("PRAGMA secure_delete=ON");
    const statements = new PreparedStatements(getConnection(source));
    return (this.#opened = { source, statements });
  }
}

/**
 * Takes the write lock with a statement that writes nothing, and waits for it up to `busy_timeout`, because a command
 * in another process (`keys:rotate`) may be writing. TypeORM begins deferred transactions, in which a write after a
 * read would fail immediately (SQLITE_BUSY_SNAPSHOT).
 */
async function takeWriteLock(transaction: EntityManager): Promise<void> {
  try {
    await transaction.query("DELETE FROM setting WHERE false");
  } catch (error) {
    if ((error as { code?: unknown }).code !== "SQLITE_BUSY") throw error;
    throw tooBusy();
  }
}
