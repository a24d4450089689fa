/**
 * Keeps files on the disk, each encrypted with a key of its own that is wrapped by the key ring and kept
 * with the row. A file under its final name is always whole: written aside, synced, then renamed.
 */
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { FileStore } from "../../ports";
import { asStorageFault } from "../../storageFaults";
import type { KeyRing } from "../crypto/keyRing";
import { seal, unseal } from "../crypto/sealing";
import { syncFolder, writeDurably } from "./writeDurably";

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const shardPattern = /^[0-9a-f]{2}$/;
const temporaryPrefix = ".tmp-";
const keyBytes = 32;
/** As much as a small photo: a disk that takes less is full for our purpose. */
const probeBytes = 64 * 1024;

/** Wraps the key of a file for its row, and opens it again. */
type FileKeys = Pick<KeyRing, "wrapFileKey" | "unwrapFileKey">;

export class DiskFileStore implements FileStore {
  readonly #folder: string;
  readonly #keys: FileKeys;

  /** The folder is made when it is first needed. */
  constructor({ folder, keys }: { folder: string; keys: FileKeys }) {
    this.#folder = folder;
    this.#keys = keys;
  }

  /** Rejects with `StorageRefused` where the disk is full; nothing is left behind then. */
  async put(fileId: string, bytes: Buffer): Promise<{ wrappedKey: string }> {
    const { id, shard, path } = this.#place(fileId);
    const key = randomBytes(keyBytes);
    const temporary = join(shard, `${temporaryPrefix}${id}-${randomBytes(6).toString("hex")}`);
    try {
      await this.#makeFolder(shard);
      await writeDurably(temporary, seal(key, bytes, `file:${id}`));
      await rename(temporary, path);
      await syncFolder(shard);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw asStorageFault(new Error(`File ${id} could not be stored: ${codeOf(error)}`, { cause: error }));
    }
    return { wrappedKey: this.#keys.wrapFileKey(key, id) };
  }

  /** Rejects where the file is absent, changed, or sealed with another key. */
  async get(fileId: string, wrappedKey: string): Promise<Buffer> {
    const { id, path } = this.#place(fileId);
    return unseal(this.#keys.unwrapFileKey(wrappedKey, id), await readFile(path), `file:${id}`);
  }

  /** The bytes as they lie on the disk, sealed, for a backup; undefined where there are none. `size` in bytes. */
  async openSealed(fileId: string): Promise<{ size: number; bytes: Readable } | undefined> {
    const handle = await open(this.#place(fileId).path, "r").catch(ignoreAbsent);
    if (!handle) return undefined;
    const { size } = await handle.stat();
    return { size, bytes: handle.createReadStream() };
  }

  /** Puts bytes that `openSealed` gave in place again; to be called where no file of that id is. */
  async putSealed(fileId: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const { shard, path } = this.#place(fileId);
    await this.#makeFolder(shard);
    await writeDurably(path, bytes);
    await syncFolder(shard);
  }

  async remove(fileId: string): Promise<void> {
    const { shard, path } = this.#place(fileId);
    try {
      await rm(path);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      throw error;
    }
    // What a person has had erased must not come back with a power cut.
    await syncFolder(shard);
  }

  /** By the names alone: looking at each file takes too long at a start with many. */
  async list(): Promise<string[]> {
    const ids: string[] = [];
    for await (const { name } of this.#entries()) if (uuidPattern.test(name)) ids.push(name);
    return ids;
  }

  /** Rejects where nothing can be stored; finds out by storing something and taking it away. */
  async checkWritable(): Promise<void> {
    // In a shard's place, so that a crash leaves it where `sweepTemporary` looks.
    const shard = join(this.#folder, "00");
    const probe = join(shard, `${temporaryPrefix}probe-${randomBytes(6).toString("hex")}`);
    try {
      await this.#makeFolder(shard);
      await writeDurably(probe, Buffer.alloc(probeBytes));
    } catch (error) {
      throw asStorageFault(error);
    } finally {
      await rm(probe, { force: true }).catch(() => undefined);
    }
  }

  /** Removes what a crash left half written. To be called at the start, before the first `put`. */
  async sweepTemporary(): Promise<number> {
    let removed = 0;
    for await (const { name, path } of this.#entries()) {
      if (!name.startsWith(temporaryPrefix)) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  #place(fileId: string): { id: string; shard: string; path: string } {
    const id = fileId.toLowerCase();
    // The id becomes a path, so nothing but a UUID may pass.
    if (!uuidPattern.test(id)) throw new Error("A file id must be a UUID");
    const shard = join(this.#folder, id.slice(0, 2));
    return { id, shard, path: join(shard, id) };
  }

  async #makeFolder(shard: string): Promise<void> {
    const firstMade = await mkdir(shard, { recursive: true, mode: 0o700 });
    if (!firstMade) return;
    await syncFolder(dirname(firstMade));
    await syncFolder(this.#folder);
  }

  async *#entries(): AsyncGenerator<{ name: string; path: string }> {
    const shards = (await readdir(this.#folder).catch(ignoreAbsent)) ?? [];
    for (const shard of shards.filter((name) => shardPattern.test(name))) {
      for (const name of (await readdir(join(this.#folder, shard)).catch(ignoreAbsent)) ?? []) {
        yield { name, path: join(this.#folder, shard, name) };
      }
    }
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

function ignoreAbsent(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}
