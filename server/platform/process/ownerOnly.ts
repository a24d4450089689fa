/** Restricts the data folder to the owner of this process: database, WAL, keys, outboxes, archives. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nameDatabaseSetting, type DatabaseSettings } from "../db/databaseSettings";
import { BadSetting } from "../../core/errors";

/** Skipped: a folder at the root of each ext4 disk, such as one mounted as the data folder. Only root may read it. */
export const diskFolder = "lost+found";

/** Makes new files readable only by their owner, because SQLite and other libraries set no mode. */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Removes the permissions of other users that an older version or a manual copy may have left on the data folder and
 * the database: folders get 0700, files 0600. Creates the folder if missing. Throws `BadSetting` if another user owns a
 * file or folder that is open to others.
 */
export function closeDataDir(dataDir: string, database: DatabaseSettings): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closePath(dataDir);
  closeFolder(dataDir);
  if (database.engine !== "sqlite") return;
  const [folder, name] = [dirname(database.file), basename(database.file)];
  // Outside the data folder, only the database files are restricted; the folder is the operator's
  // responsibility.
  if (folder === dataDir || !existsSync(folder)) return;
  try {
    for (const entry of readdirSync(folder)) if (entry.startsWith(name)) closePath(join(folder, entry));
  } catch (error) {
    throw nameDatabaseSetting(error, database);
  }
}

function closeFolder(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // A link is skipped, because it may point outside the folder.
    if (entry.isSymbolicLink() || entry.name === diskFolder) continue;
    const path = join(folder, entry.name);
    closePath(path);
    // Skips the contents of `files`, which may be many; the folder itself denies access to them.
    if (entry.isDirectory() && entry.name !== "files") closeFolder(path);
  }
}

function closePath(path: string): void {
  // A temporary file of a concurrent command may no longer exist.
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, found.isDirectory() ? 0o700 : 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new BadSetting(
      `Setting DATA_DIR: ${basename(path)} is open to other users and belongs to another user`,
    );
  }
}
