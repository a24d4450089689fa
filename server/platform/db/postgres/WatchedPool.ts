import type { Socket } from "node:net";
import pg from "pg";
import { StorageError } from "../../../core/storageErrors";

type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** Milliseconds after which a statement is aborted, unless its transaction sets another limit. */
export const maxStatementMs = 15_000;
const setWithinMs = 3_000;

/** A pool that throws `StorageError` if it cannot connect, and survives the loss of any connection. */
export class WatchedPool extends pg.Pool {
  readonly #idle = new Set<pg.PoolClient>();

  /** `ownsSessions` is false behind a pooler, where a session's settings would affect other clients. */
  constructor(config: pg.PoolConfig & { ownsSessions: boolean }) {
    // Makes PostgreSQL abort reads for which no caller waits any more. A statement, because PgBouncer rejects the
    // setting as a startup parameter.
    const text = `SET statement_timeout = ${maxStatementMs}`;
    const verify: pg.PoolConfig["verify"] = (client, done) =>
      void client
        .query({ text, query_timeout: setWithinMs } as pg.QueryConfig)
        .catch(() => breakOff(client))
        .then(() => done());
    super({ ...config, ...(config.ownsSessions && { verify }) });
    // The pool handles errors of idle clients only, and TypeORM attaches its handler slightly after checkout: without
    // this one, an error in between would end the process. The next statement on the client reports the loss.
    this.on("connect", (client) => client.on("error", () => undefined));
    this.on("acquire", (client) => this.#idle.delete(client));
    this.on("release", (_error, client) => this.#idle.add(client));
    this.on("remove", (client) => this.#idle.delete(client));
  }

  /** Closes idle connections, which the pool then removes. */
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
