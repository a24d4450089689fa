/** Restricts access to the data folder (database, WAL, keys, outboxes, archives) to the user of this process. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nameDatabaseSetting, type DatabaseSettings } from "../db/databaseSettings";
import { BadSetting } from "../../core/errors";

/**
 * Skipped, because only root may read it. Each ext4 disk has this folder at its root, and the data folder may be such a
 * disk.
 */
export const diskFolder = "lost+found";

/**
 * Makes new files readable only by their owner. Sets the umask, because SQLite and other libraries set no file mode.
 */
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
    // Skips symbolic links, because they may point outside the folder.
    if (entry.isSymbolicLink() || entry.name === diskFolder) continue;
    const path = join(folder, entry.name);
    closePath(path);
    // Skips the contents of `files`, which may be many; the folder itself denies access to them.
    if (entry.isDirectory() && entry.name !== "files") closeFolder(path);
  }
}

function closePath(path: string): void {
  // Does not throw if the path is absent, because a temporary file of a concurrent command may have been deleted.
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
