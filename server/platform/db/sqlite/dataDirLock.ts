import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { BadSetting } from "../../../core/errors";
import { makeLockSource } from "./sqliteSource";

/**
 * Sees to it that one server runs on a data folder: two would sweep away each other's files and write one sandbox
 * journal. The lock is SQLite's on a file of its own, so that the kernel gives it back however the process ends.
 * Waits `waitMs` for one that is just stopping. Commands (`seed`, `backup`, …) do not ask for it. Throws `BadSetting`.
 * Keep what it returns: the driver closes a connection that nobody refers to, and the lock would be gone.
 */
export async function lockDataDir(dataDir: string, waitMs: number): Promise<{ release(): Promise<void> }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await makeLockSource(join(dataDir, "server.lock"), waitMs).initialize();
  try {
    await lock.query("BEGIN EXCLUSIVE");
    return { release: () => lock.destroy() };
  } catch (error) {
    await lock.destroy();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new BadSetting("Setting DATA_DIR: another server is running on it");
  }
}
