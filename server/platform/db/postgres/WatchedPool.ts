import type { Socket } from "node:net";
import pg from "pg";
import { StorageError } from "../../../core/storageErrors";

type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** Milliseconds after which a statement is aborted, unless its transaction sets another limit. */
export const maxStatementMs = 15_000;
const setWithinMs = 3_000;

/**
 * A pool that reports every connection failure as "database away" and survives the loss of any connection.
 */
export class WatchedPool extends pg.Pool {
  readonly #idle = new Set<pg.PoolClient>();

  /** `ownsSessions` is false behind a pooler, where a session's settings would affect other clients. */
  constructor(config: pg.PoolConfig & { ownsSessions: boolean }) {
    // Makes the server end reads that no caller waits for. Set with a statement, because PgBouncer rejects the setting
    // as a start parameter.
    const text = `SET statement_timeout = ${maxStatementMs}`;
    const verify: pg.PoolConfig["verify"] = (client, done) =>
      void client
        .query({ text, query_timeout: setWithinMs } as pg.QueryConfig)
        .catch(() => breakOff(client))
        .then(() => done());
    super({ ...config, ...(config.ownsSessions && { verify }) });
    // The pool only listens to idle clients, and TypeORM attaches its listener slightly after checkout. An
    // error in between would end the process. The next statement on the client reports the loss.
    this.on("connect", (client) => client.on("error", () => undefined));
    this.on("acquire", (client) => this.#idle.delete(client));
    this.on("release", (_error, client) => this.#idle.add(client));
    this.on("remove", (client) => this.#idle.delete(client));
  }

  /** Breaks idle connections, which the pool then removes. */
  discardIdle(): void {
    for (const client of this.#idle) breakOff(client);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | void {
    if (!onConnected)
      return super.connect().catch((error: unknown) => {
        throw new StorageError("database away", error);
      });
    super.connect((error, client, release) =>
      onConnected(error && new StorageError("database away", error), client, release),
    );
  }
}

/** Closes a connection without waiting for its server, which may not respond. */
export function breakOff(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
