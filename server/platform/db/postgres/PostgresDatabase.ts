import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { QueryFailedError, type DataSource, type EntityManager } from "typeorm";
import { DomainError } from "../../../core/errors";
import { errorCode, toCommitError, toStorageError, StorageError } from "../../../core/storageErrors";
import { FairSemaphore } from "../../rateLimiting/scheduling/FairSemaphore";
import type { Database, Work, WriteOptions } from "../database";
import type { PostgresSettings } from "../databaseSettings";
import type { Limit, Limiter } from "../../rateLimiting/limiter";
import type { EntityList } from "../entityList";
import { attachPreparedStatements, type RowSource } from "../rowSource";
import { announce, Announcements } from "./Announcements";
import { assertUsableUrl, migrate } from "./migrate";
import { withSpan } from "../../metrics/spans";
import { maxQueueLength, tooBusy, assertWritable } from "../writing";
import { PostgresStatements } from "./PostgresStatements";
import { SharedConnection } from "./SharedConnection";
import { makeSharedLimiter } from "./sharedLimiter";
import { makePostgresSource, getPool, type Asked } from "./postgresSource";

/** Fraction of the connections that writes may use; the others are reserved for reads. */
const shareOfWriters = 0.6;
/** Milliseconds for which a transaction is retried after conflicts. */
const patience = 10_000;
/** Milliseconds of retries after which a transaction locks out all others, so that it cannot conflict again. */
const aloneAfter = 2_000;
/**
 * Milliseconds after which a connection that does not respond to BEGIN counts as dead, for example after a failover.
 */
const beginMs = 3_000;
const analyzeMs = 600_000;
/**
 * Returns statements that begin a transaction and take a lock, to be sent as one message. `SET LOCAL` also works behind
 * PgBouncer, where clients share sessions. The lock timeout is shorter than `beginMs`, so that waiting for the lock is
 * not mistaken for a dead connection; after it, the write is retried. The transaction sees all commits of earlier lock
 * holders, because LOCK takes no snapshot, and in READ COMMITTED each statement takes its own.
 */
const begin = (isolation: string, lockTimeout: string, takeLock: string) =>
  `BEGIN ISOLATION LEVEL ${isolation};
   SET LOCAL statement_timeout = '15s'; SET LOCAL idle_in_transaction_session_timeout = '15s';
   SET LOCAL lock_timeout = '${lockTimeout}'; ${takeLock}; SET LOCAL lock_timeout = DEFAULT`;
/** The lock is on the table `migration`, to which no transaction of the server writes. */
const beginWithOthers = begin("SERIALIZABLE", "2s", "LOCK TABLE migration IN ROW SHARE MODE");
const beginAlone = begin("SERIALIZABLE", "2s", "LOCK TABLE migration IN EXCLUSIVE MODE");
const beginLocked = (lock: string) =>
  begin("READ COMMITTED", "1s", `SELECT pg_advisory_xact_lock(${toLockNumber(lock)})`);

/** The connection was broken before the first statement, so nothing has been executed. */
class NotBegun extends Error {
  override readonly name = "NotBegun";

  constructor(cause: unknown) {
    super("The transaction did not begin", { cause });
  }
}

/** lock_not_available. */
const lockTaken = "55P03";
/** serialization_failure, deadlock_detected and lock_not_available. */
const conflicts = new Set<string | undefined>(["40001", "40P01", lockTaken]);
/**
 * unique_violation. PostgreSQL may report a conflict with this code if the transaction looked for the row through an
 * index other than the violated one (PostgreSQL's manual, 13.5).
 */
const duplicate = "23505";
/** Number of unique violations after which the row is assumed to exist. */
const maxTriesOfDuplicate = 3;

/**
 * PostgreSQL, shared by several processes. Writes without a lock are SERIALIZABLE transactions, and all writes are
 * retried on conflicts, which gives the same guarantees as SQLite's write queue.
 */
export class PostgresDatabase implements Database {
  readonly hasOtherWriters = true;
  readonly writeCounts = { started: 0, conflict: 0, retry: 0 };
  readonly rows: RowSource;
  readonly #source: DataSource;
  readonly #writes: FairSemaphore;
  readonly #connections: number;
  /** Undefined if announcements would not arrive. */
  readonly #announcements: Announcements | undefined;
  /** Undefined behind a pooler that shares sessions. */
  readonly #shared: SharedConnection | undefined;
  /** Executes statements outside transactions. */
  readonly #asked: Pick<Asked, "query">;

  private constructor(source: DataSource, { pool, url, listens = true }: PostgresSettings) {
    this.#source = source;
    this.#announcements = listens ? new Announcements(url) : undefined;
    this.#connections = pool;
    this.#writes = new FairSemaphore(Math.max(1, Math.floor(pool * shareOfWriters)));
    this.#shared = listens ? new SharedConnection(url, getPool(source)) : undefined;
    this.#asked = this.#shared ?? getPool(source);
    this.rows = new PostgresStatements(this.#asked);
    attachPreparedStatements(source.manager, this.rows);
  }

  /** Throws `BadSetting` if the URL is not usable or the PostgreSQL server is too old. */
  static async open(
    settings: PostgresSettings,
    entities: EntityList,
    onError: (error: Error) => void,
  ): Promise<PostgresDatabase> {
    assertUsableUrl(settings.url);
    const migrating = await makePostgresSource({ ...settings, pool: 1 }, entities, onError, {
      maxQueryMs: 0,
    }).initialize();
    try {
      await migrate(migrating);
    } finally {
      await migrating.destroy();
    }
    return new PostgresDatabase(await makePostgresSource(settings, entities, onError).initialize(), settings);
  }

  get read(): EntityManager {
    return this.#source.manager;
  }

  async write<T>(work: Work<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#writes.count >= maxQueueLength) throw tooBusy();
    this.writeCounts.started++;
    try {
      const write = () => this.#writes.run("", () => this.#writeAsIfAlone(work, options));
      return await withSpan("transaction", {}, write);
    } catch (error) {
      throw toStorageError(error);
    }
  }

  get writesInFlight(): number {
    return this.#writes.count;
  }

  get waitingForConnection(): number {
    return getPool(this.#source).waitingCount;
  }

  announce(transaction: EntityManager, topic: string): Promise<void> {
    return announce(transaction, topic);
  }

  listen(topic: string, act: () => void): void {
    this.#announcements?.listen(topic, act);
  }

  limiter(limit: Limit): Limiter {
    return makeSharedLimiter(this.#asked, limit);
  }

  async isReady(): Promise<boolean> {
    await this.write(assertWritable, { lock: "readiness" });
    return !(await this.#source.showMigrations());
  }

  /** Does nothing, because VACUUM removes deleted rows from the pages (docs/operations.md). */
  async purgeDeleted(): Promise<void> {}

  /** PostgreSQL would analyze the tables automatically, but only about a minute later. */
  async analyze(): Promise<void> {
    const text = "BEGIN; SET LOCAL statement_timeout = 0; ANALYZE; COMMIT";
    await (getPool(this.#source) as Asked).query({ text, query_timeout: analyzeMs });
  }

  async close(): Promise<void> {
    await this.#announcements?.stop();
    await this.#writes.idle();
    await this.#shared?.close();
    await this.#source.destroy();
  }

  /** Retries conflicts with a random, growing delay. */
  async #writeAsIfAlone<T>(work: Work<T>, { lock }: WriteOptions): Promise<T> {
    const began = Date.now();
    const until = began + patience;
    // Counted apart from other conflicts, of which any number may come first.
    let duplicates = 0;
    let unbegun = 0;
    for (let tries = 1; ; tries++)
      try {
        const beginUnlocked = Date.now() > began + aloneAfter ? beginAlone : beginWithOthers;
        return await this.#transact(work, lock === undefined ? beginUnlocked : beginLocked(lock));
      } catch (error) {
        if (error instanceof NotBegun) {
          // The server closed an idle connection. It may have closed the whole pool, but no more.
          if (++unbegun > this.#connections || Date.now() > until)
            throw new StorageError("database away", error.cause);
          this.writeCounts.retry++;
          continue;
        }
        const code = errorCode(error);
        const isConflict = conflicts.has(code) || (code === duplicate && ++duplicates < maxTriesOfDuplicate);
        if (!isConflict) throw error;
        this.writeCounts.conflict++;
        if (Date.now() > until) throw tooBusy();
        this.writeCounts.retry++;
        await wait(Math.random() * 2 ** Math.min(tries, 7));
      }
  }

  async #transact<T>(work: Work<T>, text: string): Promise<T> {
    const runner = this.#source.createQueryRunner();
    try {
      const connection = (await runner.connect()) as Asked;
      attachPreparedStatements(runner.manager, new PostgresStatements(connection));
      await connection.query({ text, query_timeout: beginMs }).catch(async (error: unknown) => {
        if (errorCode(error) === lockTaken) {
          await connection.query("ROLLBACK").catch(() => undefined);
          throw error;
        }
        discard(connection);
        // After a silent failover, the idle connections are dead too.
        getPool(this.#source).discardIdle();
        this.#shared?.discardIdle();
        throw new NotBegun(error);
      });
      try {
        const result = await work(runner.manager);
        await commit(connection);
        return result;
      } catch (thrown) {
        // If the connection was lost, TypeORM only reports that the runner was released.
        const isLost = runner.isReleased && !(thrown instanceof DomainError);
        const error = isLost ? new StorageError("database away", thrown) : toStorageError(thrown);
        if (error instanceof StorageError) discard(connection);
        else await connection.query("ROLLBACK").catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
    }
  }
}

/** Closes a connection that may still wait for a response, so that the pool does not reuse it. */
function discard(connection: Asked): void {
  void connection.end();
}

async function commit(connection: Asked): Promise<void> {
  const { command } = await connection.query("COMMIT").catch((error: unknown) => {
    throw toCommitError(new QueryFailedError("COMMIT", [], error as Error));
  });
  // COMMIT of a failed transaction rolls it back without an error.
  if (command !== "COMMIT")
    throw new Error("The transaction continued after one of its statements had failed");
}

/** Returns the key of an advisory lock: the first 64 bits of the hash of its name. */
const toLockNumber = (name: string) => createHash("sha256").update(name).digest().readBigInt64BE().toString();
