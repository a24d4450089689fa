import type { DataSource, EntityManager } from "typeorm";
import { connectionOf, openServing } from "./sqliteSource";
import { PreparedStatements } from "./preparedStatements";
import { keepStatements } from "../rowSource";
import { asCommitFault } from "../../../core/storageFaults";
import { tooBusy } from "../writing";

/** What came of a work. */
export type Outcome<T> = { value: T } | { error: unknown };

/** A work that asks for something that does not come. */
export class StuckWork extends Error {
  override readonly name = "StuckWork";

  constructor() {
    super("A write did not end: was Database.write called from inside itself?");
  }
}

interface Opened {
  source: DataSource;
  statements: PreparedStatements;
}

/** The connection that writes: opened anew where the last one had to be given up. One transaction at a time. */
export class Writer {
  readonly #file: string;
  #opened: Opened | undefined;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Opens the file and brings it to the newest migration. */
  static async open(file: string): Promise<Writer> {
    const writer = new Writer(file);
    const { source } = await writer.#open();
    await source.runMigrations({ transaction: "each" });
    return writer;
  }

  /** Whether every migration has run; false where there is no connection just now. */
  async isAtHead(): Promise<boolean> {
    return this.#opened !== undefined && !(await this.#opened.source.showMigrations());
  }

  /** A statement of its own, in no transaction. */
  async query(sql: string): Promise<void> {
    const { source } = await this.#open();
    await source.query(sql);
  }

  /** Resolves once it is committed to the disk; what the work throws takes all of it back. */
  async transact<T>(work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    const { source, statements } = await this.#open();
    const runner = source.createQueryRunner();
    // Of its own each time, and to be taken once: TypeORM has one runner and gives it another manager as soon as anybody
    // asks for a runner, as what looks at the migrations does.
    const { manager } = runner;
    keepStatements(manager, statements);
    try {
      await runner.startTransaction();
      await takeWriteLock(manager);
      const result = await work(manager);
      await runner.commitTransaction().catch((error: unknown) => {
        throw asCommitFault(error);
      });
      return result;
    } catch (error) {
      // What a work that was given up still asks for must not become a part of the next transaction.
      if (error instanceof StuckWork) await this.#giveUp();
      // SQLite rolls back by itself on a full disk. TypeORM does not notice: it would take every later transaction
      // for a part of this one, and commit none of them. So a connection that cannot roll back is given up.
      else await runner.rollbackTransaction().catch(() => this.#giveUp());
      throw error;
    } finally {
      await runner.release();
    }
  }

  /**
   * In a transaction: a work whose error takes back what it did alone. Where that is not possible its error is thrown, and
   * the transaction is lost.
   */
  async inSavepoint<T>(work: () => Promise<T>): Promise<Outcome<T>> {
    const { statements } = await this.#open();
    await statements.run("SAVEPOINT work");
    let outcome: Outcome<T>;
    try {
      outcome = { value: await work() };
    } catch (error) {
      if (error instanceof StuckWork) throw error;
      outcome = { error };
      await statements.run("ROLLBACK TO work").catch(() => {
        throw error;
      });
    }
    await statements.run("RELEASE work");
    return outcome;
  }

  async close(): Promise<void> {
    await this.#giveUp();
  }

  /** Closes the connection, with all that is not committed; the next transaction opens another. */
  async #giveUp(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.statements.close();
    await opened?.source.destroy().catch(() => undefined);
  }

  async #open(): Promise<Opened> {
    if (this.#opened) return this.#opened;
    const source = await openServing(this.#file);
    await source.query("PRAGMA synchronous=FULL");
    // What is removed is overwritten: erased passports must not stay on free pages.
    await source.query("PRAGMA secure_delete=ON");
    const statements = new PreparedStatements(connectionOf(source));
    return (this.#opened = { source, statements });
  }
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
