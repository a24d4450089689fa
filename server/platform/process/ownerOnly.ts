/** What lies in the data folder is nobody's but the owner's of this process: database, WAL, keys, outboxes, archives. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSettings } from "../db/databaseSettings";
import { BadSetting } from "../../core/errors";

/**
 * Whatever this process makes from here on is readable by its owner alone. SQLite and others make files without saying
 * for whom, so the mask of whoever starts us would decide.
 */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Takes away what others may do in the data folder and with the database, where an older version or a copy by hand has
 * left it: folders 0700, files 0600; makes the folder where there is none. Throws `BadSetting` where the folder is somebody else's.
 */
export function closeDataDir(dataDir: string, database: DatabaseSettings): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closePath(dataDir);
  closeFolder(dataDir);
  if (database.engine !== "sqlite") return;
  const [folder, name] = [dirname(database.file), basename(database.file)];
  // Elsewhere the folder is the operator's own business; the files are not.
  if (folder !== dataDir && existsSync(folder))
    for (const entry of readdirSync(folder)) if (entry.startsWith(name)) closePath(join(folder, entry));
}

function closeFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // A link may lead anywhere.
    if (entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    closePath(path);
    // There may be very many files of travellers, sealed each; nobody gets past the folder.
    if (entry.isDirectory() && entry.name !== "files") closeFolder(path);
  }
}

function closePath(path: string): void {
  // A temporary file of a command beside the server may be gone by now.
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, found.isDirectory() ? 0o700 : 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new BadSetting(
      `Setting DATA_DIR: ${basename(path)} is open to others and belongs to somebody else`,
    );
  }
}
