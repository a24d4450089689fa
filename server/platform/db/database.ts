import type { EntityManager } from "typeorm";
import type { Limit, Limiter } from "../rateLimiting/limiter";
import type { RowSource } from "./rowSource";

/** The work of one transaction. It must only use the database, because it may be retried from the start. */
export type Work<T> = (transaction: EntityManager) => Promise<T>;

export interface WriteOptions {
  /**
   * Writes with the same lock run one after another and do not conflict with other writes. Use it only for rows that no
   * write without this lock changes. Has no effect on SQLite, where each write runs alone.
   */
  lock?: string;
}

/** The database, which stores everything except the contents of files. Only `openDatabase` knows the engine. */
export interface Database {
  /** True if other writers, of this process or another, can write between the statements of a transaction. */
  readonly hasOtherWriters: boolean;
  /** For reads; sees only committed data. */
  readonly read: EntityManager;
  /** Like `read` but without TypeORM, for the queries of every private request (rowSource.ts). */
  readonly rows: RowSource;
  /**
   * Runs `work` in a transaction (serializable unless `lock` is set) and resolves once its writes are on disk. An
   * error rolls them back. Inside, never wait for anything but the transaction, never change state outside it (it may
   * be retried), and never call `write` again. Throws the errors of `work`, UNAVAILABLE if too many writes are
   * waiting or the database is down, and `StorageError` if the disk is full.
   */
  write<T>(work: Work<T>, options?: WriteOptions): Promise<T>;
  /** Number of running and waiting writes. */
  readonly writesInFlight: number;
  readonly writeCounts: Readonly<Record<"started" | "conflict" | "retry", number>>;
  /** Number of callers that wait for a connection from the pool. */
  readonly waitingForConnection: number;
  /**
   * Notifies the other processes of a change to the topic when the transaction commits. Does nothing if the
   * database is not shared.
   */
  announce(transaction: EntityManager, topic: string): Promise<void>;
  /**
   * Calls `act` for each announcement of the topic. Poll the rows as well, because announcements are lost while the
   * connection is down, and never arrive behind some connection poolers.
   */
  listen(topic: string, act: () => void): void;
  /** Creates a rate limiter, which counts across all processes if the database is shared. */
  limiter(limit: Limit): Limiter;
  /** True if all migrations have run and a write succeeds. */
  isReady(): Promise<boolean>;
  /** Purges deleted rows from the database files, as far as the engine supports it. */
  purgeDeleted(): Promise<void>;
  /** Updates the query planner's statistics. Call it after a command has filled many tables. */
  analyze(): Promise<void>;
  /** Waits for running writes, then closes the database. */
  close(): Promise<void>;
}
