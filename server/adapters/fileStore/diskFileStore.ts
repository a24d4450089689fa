/**
 * Keeps files on the disk, each encrypted with a key of its own that is wrapped by the key ring and kept
 * with the row. A file under its final name is always whole: written aside, synced, then renamed.
 */
import { randomBytes } from "node:crypto";
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore } from "../../ports";
import type { KeyRing } from "../crypto/keyRing";
import { seal, unseal } from "../crypto/sealing";

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const shardPattern = /^[0-9a-f]{2}$/;
const temporaryPrefix = ".tmp-";
const keyBytes = 32;

/** Wraps the key of a file for its row, and opens it again. */
type FileKeys = Pick<KeyRing, "wrapFileKey" | "unwrapFileKey">;

export class DiskFileStore implements FileStore {
  private readonly folder: string;
  private readonly keys: FileKeys;

  /** The folder is made when it is first needed. */
  constructor({ folder, keys }: { folder: string; keys: FileKeys }) {
    this.folder = folder;
    this.keys = keys;
  }

  async put(fileId: string, bytes: Buffer): Promise<{ wrappedKey: string }> {
    const { id, shard, path } = this.place(fileId);
    const key = randomBytes(keyBytes);
    const temporary = join(shard, `${temporaryPrefix}${id}-${randomBytes(6).toString("hex")}`);
    try {
      await this.makeFolder(shard);
      await writeDurably(temporary, seal(key, bytes, `file:${id}`));
      await rename(temporary, path);
      await syncFolder(shard);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw new Error(`File ${id} could not be stored: ${codeOf(error)}`, { cause: error });
    }
    return { wrappedKey: this.keys.wrapFileKey(key, id) };
  }

  /** Rejects where the file is absent, changed, or sealed with another key. */
  async get(fileId: string, wrappedKey: string): Promise<Buffer> {
    const { id, path } = this.place(fileId);
    return unseal(this.keys.unwrapFileKey(wrappedKey, id), await readFile(path), `file:${id}`);
  }

  async remove(fileId: string): Promise<void> {
    const { shard, path } = this.place(fileId);
    try {
      await rm(path);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      throw error;
    }
    // What a person has had erased must not come back with a power cut.
    await syncFolder(shard);
  }

  /** Goes by the time of the file on the disk. */
  async list(before: Date): Promise<string[]> {
    const ids: string[] = [];
    for await (const { name, path } of this.entries()) {
      if (!uuidPattern.test(name)) continue;
      const storedAt = await stat(path).catch(ignoreAbsent);
      if (storedAt && storedAt.mtime < before) ids.push(name);
    }
    return ids;
  }

  /** Rejects where nothing can be stored. */
  async checkWritable(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await access(this.folder, constants.W_OK);
  }

  /** Removes what a crash left half written. To be called at the start, before the first `put`. */
  async sweepTemporary(): Promise<number> {
    let removed = 0;
    for await (const { name, path } of this.entries()) {
      if (!name.startsWith(temporaryPrefix)) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  private place(fileId: string): { id: string; shard: string; path: string } {
    const id = fileId.toLowerCase();
    // The id becomes a path, so nothing but a UUID may pass.
    if (!uuidPattern.test(id)) throw new Error("A file id must be a UUID");
    const shard = join(this.folder, id.slice(0, 2));
    return { id, shard, path: join(shard, id) };
  }

  private async makeFolder(shard: string): Promise<void> {
    const firstMade = await mkdir(shard, { recursive: true, mode: 0o700 });
    if (!firstMade) return;
    await syncFolder(dirname(firstMade));
    await syncFolder(this.folder);
  }

  private async *entries(): AsyncGenerator<{ name: string; path: string }> {
    const shards = (await readdir(this.folder).catch(ignoreAbsent)) ?? [];
    for (const shard of shards.filter((name) => shardPattern.test(name))) {
      for (const name of (await readdir(join(this.folder, shard)).catch(ignoreAbsent)) ?? []) {
        yield { name, path: join(this.folder, shard, name) };
      }
    }
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes names in a folder survive a power cut. Windows cannot open folders, and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

function ignoreAbsent(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}
