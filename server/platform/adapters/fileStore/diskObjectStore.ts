/** Stores objects on disk, in 256 folders. A file is synced to disk before it is renamed to its final name. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode, toStorageError } from "../../../core/storageErrors";
import { assertFileId, isFileId, markName, type ListedObject, type ObjectStore } from "./objectStore";
import { syncFolder, writeDurably } from "./writeDurably";

const shardPattern = /^[0-9a-f]{2}$/;
const temporaryPrefix = ".tmp-";
/** Size of the probe file, as large as a small photo. A disk with less free space counts as full. */
const probeBytes = 64 * 1024;

export class DiskObjectStore implements ObjectStore {
  readonly isShared = false;
  /** Names of temporary files that are being written. */
  readonly #writing = new Set<string>();

  /** The folder is created on first use. */
  constructor(private readonly folder: string) {}

  /** Rejects with `StorageError` if the disk is full, after removing the temporary file. */
  async put(name: string, bytes: Buffer): Promise<void> {
    const path = this.#place(name);
    const shard = dirname(path);
    const temporary = this.#nameTemporary(name);
    try {
      await this.#makeFolder(shard);
      await writeDurably(join(shard, temporary), bytes);
      await rename(join(shard, temporary), path);
      await syncFolder(shard);
    } catch (error) {
      await rm(join(shard, temporary), { force: true }).catch(() => undefined);
      throw toStorageError(
        new Error(`File ${name} could not be stored: ${errorCode(error)}`, { cause: error }),
      );
    } finally {
      this.#writing.delete(temporary);
    }
  }

  async get(name: string): Promise<Buffer | undefined> {
    return readFile(this.#place(name)).catch(ignoreAbsent);
  }

  async delete(fileId: string): Promise<void> {
    await removeDurably(this.#place(fileId));
  }

  /**
   * Yields the files of one folder at a time, without reading their contents. Skips files that this process is writing.
   */
  async *list(): AsyncGenerator<ListedObject[]> {
    const shards = ((await readdir(this.folder).catch(ignoreAbsent)) ?? []).filter((name) =>
      shardPattern.test(name),
    );
    for (const shard of shards) {
      const names = (await readdir(join(this.folder, shard)).catch(ignoreAbsent)) ?? [];
      yield names
        .filter((name) => isFileId(name) || (name.startsWith(temporaryPrefix) && !this.#writing.has(name)))
        .map((name) => {
          const path = join(this.folder, shard, name);
          return {
            fileId: isFileId(name) ? name : undefined,
            findStoredAt: async () => (await stat(path).catch(ignoreAbsent))?.mtimeMs,
            remove: () => removeDurably(path),
          };
        });
    }
  }

  /** Checks with a temporary file that the disk is writable. */
  async checkWritable(): Promise<void> {
    // In a shard, so that `list` finds a probe file that a crash left behind.
    const shard = join(this.folder, "00");
    const probe = this.#nameTemporary("probe");
    try {
      await this.#makeFolder(shard);
      await writeDurably(join(shard, probe), Buffer.alloc(probeBytes));
    } catch (error) {
      throw toStorageError(error);
    } finally {
      await rm(join(shard, probe), { force: true }).catch(() => undefined);
      this.#writing.delete(probe);
    }
  }

  /** Returns the name of a new temporary file. Remove it from `#writing` once the file is deleted or renamed. */
  #nameTemporary(what: string): string {
    const name = `${temporaryPrefix}${what}-${randomBytes(6).toString("hex")}`;
    this.#writing.add(name);
    return name;
  }

  #place(name: string): string {
    if (name === markName) return join(this.folder, name);
    assertFileId(name);
    return join(this.folder, name.slice(0, 2), name);
  }

  async #makeFolder(shard: string): Promise<void> {
    const firstMade = await mkdir(shard, { recursive: true, mode: 0o700 });
    if (!firstMade) return;
    await syncFolder(dirname(firstMade));
    await syncFolder(this.folder);
  }
}

/**
 * Removes a file so that it does not reappear after a power cut. Rejects with `StorageError` if the disk is read-only.
 */
async function removeDurably(path: string): Promise<void> {
  try {
    await rm(path);
    await syncFolder(dirname(path));
  } catch (error) {
    ignoreAbsent(toStorageError(error));
  }
}

function ignoreAbsent(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
