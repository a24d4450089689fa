import pg from "pg";
import { StorageError } from "../../../core/storageErrors";

type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/**
 * A pool that reports every connection failure as "database away" and survives the loss of any connection.
 */
export class WatchedPool extends pg.Pool {
  constructor(config?: pg.PoolConfig) {
    super(config);
    // The pool only listens to idle clients, and TypeORM attaches its listener slightly after checkout. An
    // error in between would end the process. The next statement on the client reports the loss.
    this.on("connect", (client) => client.on("error", () => undefined));
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
