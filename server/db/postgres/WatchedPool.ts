import pg from "pg";
import { StorageRefused } from "../../storageFaults";

type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** A pool whose every failure to connect says what it means: that the database is away. */
export class WatchedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | void {
    if (!onConnected)
      return super.connect().catch((error: unknown) => {
        throw new StorageRefused("database away", error);
      });
    super.connect((error, client, release) =>
      onConnected(error && new StorageRefused("database away", error), client, release),
    );
  }
}
