import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { BadSetting } from "../../../core/errors";
import { makeLockSource } from "./sqliteSource";

/**
 * Ensures that only one server runs on a data folder: two would delete each other's files and write one
 * sandbox journal. The lock is an SQLite lock on a separate file, so the kernel releases it however the
 * process ends. Waits `waitMs` for a server that is stopping. Commands (`seed`, `backup`, …) do not need it.
 * Throws `BadSetting`. Retain the returned object: the driver closes an unreferenced connection, which would
 * release the lock.
 */
export async function lockDataDir(
  dataDir: string,
  waitMs: number,
  taken = "Setting DATA_DIR: another server is running on it",
): Promise<{ release(): Promise<void> }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await makeLockSource(join(dataDir, "server.lock"), waitMs).initialize();
  try {
    await lock.query("BEGIN EXCLUSIVE");
    return { release: () => lock.destroy() };
  } catch (error) {
    await lock.destroy();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new BadSetting(taken);
  }
}
