import type { EntityManager } from "typeorm";
import type { Limit, Limiter } from "./limiter";
import type { RowSource } from "./rowSource";

/** What is written at once, or not at all. It asks the database alone, and may be done anew from its beginning. */
export type Work<T> = (transaction: EntityManager) => Promise<T>;

/** Where all is kept but the bytes of files. Which engine it is, `openDatabase` decides; nobody else knows. */
export interface Database {
  /** Whether others write into it as well: other processes, and others in this one while a work is under way. */
  readonly isShared: boolean;
  /** For reading; sees everything that was committed, and nothing else. */
  readonly read: EntityManager;
  /** The same for what every private request asks, without TypeORM (rowSource.ts). */
  readonly rows: RowSource;
  /**
   * Does the work as if nothing else wrote meanwhile; answers once what it wrote is on the disk. What it throws takes back
   * what it wrote. Never wait in it for anything but the transaction, never keep in it what is not a result of it (it may
   * be done anew), and never call it from inside itself.
   * Errors: the work's own; UNAVAILABLE where too much is written just now, or the database cannot be reached;
   * `StorageRefused` where the disk is full.
   */
  write<T>(work: Work<T>): Promise<T>;
  /** Works that run or wait for others. */
  readonly writesUnderWay: number;
  /** Tells the other processes that a topic was changed, once the work is committed; a no-op where nobody shares. */
  announce(transaction: EntityManager, topic: string): Promise<void>;
  /**
   * Calls `act` each time a process has announced the topic. What is announced while the connection for it is away is
   * missed, and behind some poolers all is: ask the rows now and then as well.
   */
  listen(topic: string, act: () => void): void;
  /** Counts what somebody may do only so often: for all processes together where others share the database. */
  limiter(limit: Limit): Limiter;
  /** Whether the migrations are at head and a write goes through. */
  isReady(): Promise<boolean>;
  /** Sees to it that rows that were removed are not to be found in the files of the database, as far as it can be told to. */
  forgetRemoved(): Promise<void>;
  /** Waits for what is being written, then lets go of the database. */
  close(): Promise<void>;
}
