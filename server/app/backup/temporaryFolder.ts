import { rmSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { isProcessRunning } from "../../platform/process/isProcessRunning";

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs `work` with a temporary folder in `parent`, and removes the folder afterwards. First removes the folders that
 * killed processes left there.
 */
export async function withTemporaryFolder<T>(
  parent: string,
  name: "backup" | "check" | "restore",
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await removeAbandoned(parent, `.${name}-`);
  const folder = join(parent, `.${name}-${process.pid}`);
  return removingAfterwards(folder, async () => {
    await mkdir(folder, { mode: 0o700 });
    return work(folder);
  });
}

/** Runs `work`, then removes the path, even if a signal ends the process, because a database in it is not encrypted. */
export async function removingAfterwards<T>(path: string, work: () => Promise<T>): Promise<T> {
  // Retries, because `work` may still create files during the removal.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  const exit = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  process.on("exit", remove);
  // Not `once`, because a terminal and npm both send SIGINT on Ctrl-C, and the second one must not interrupt the
  // removal.
  for (const signal of endingSignals) process.on(signal, exit);
  try {
    return await work();
  } finally {
    remove();
    process.off("exit", remove);
    for (const signal of endingSignals) process.off(signal, exit);
  }
}

async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) {
      const pid = Number(name.slice(prefix.length));
      // In a container, process ids repeat, so an abandoned folder may have the id of this process.
      if (pid === process.pid || !isProcessRunning(pid))
        await rm(join(parent, name), { recursive: true, force: true });
    }
}
