import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { lockFile } from "./lockFile";

/**
 * Ensures that only one server runs on a data folder: two would delete each other's files and write to the same sandbox
 * journal. Waits up to `waitMs` for a server that is stopping. Commands (`seed`, `backup`, …) do not need the lock.
 * Throws `BadSetting`. Retain the returned object (see `lockFile`).
 */
export async function lockDataDir(
  dataDir: string,
  waitMs: number,
  taken = "Setting DATA_DIR: another server is running on it",
): Promise<{ release(): Promise<void> }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return lockFile(join(dataDir, "server.lock"), waitMs, taken);
}
