import { BadSetting } from "../../../core/errors";
import { makeLockSource } from "./sqliteSource";

/**
 * Locks a file for one process at a time, and creates it if missing. The lock is SQLite's, so the kernel releases it
 * however the process ends. Waits up to `waitMs` for the holder, then throws `BadSetting` with the message `taken`.
 * Retain the returned object, because the driver closes an unreferenced connection and so releases the lock.
 */
export async function lockFile(
  file: string,
  waitMs: number,
  taken: string,
): Promise<{ release(): Promise<void> }> {
  const lock = await makeLockSource(file, waitMs).initialize();
  try {
    await lock.query("BEGIN EXCLUSIVE");
    return { release: () => lock.destroy() };
  } catch (error) {
    await lock.destroy();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new BadSetting(taken);
  }
}
