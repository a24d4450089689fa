/**
 * Stores files on disk, each encrypted with a separate key. The key ring wraps that key, and it is stored
 * with the row. A file under its final name is always complete: it is written to a temporary name, synced,
 * and renamed.
 */
import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import type { FileStore, SweepReport } from "../../../core/ports";
import { toStorageError } from "../../../core/storageErrors";
import type { KeyRing } from "../crypto/keyRing";
import { encrypt, decrypt } from "../crypto/encryption";
import { syncFolder, writeDurably } from "./writeDurably";

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const shardPattern = /^[0-9a-f]{2}$/;
const temporaryPrefix = ".tmp-";
const keyBytes = 32;
/** Files that a sweep looks up per query; a power of two, like lists of keys (rowSource.ts). */
const sweptTogether = 256;
/** The size of a small photo: if the disk has less space, it counts as full. */
const probeBytes = 64 * 1024;

/** Milliseconds, longer than any upload takes. */
const youngMs = 24 * 60 * 60_000;

type FindKnown = (fileIds: readonly string[]) => Promise<ReadonlySet<string>>;

/** Wraps file keys for their rows, and unwraps them. */
type FileKeys = Pick<KeyRing, "wrapFileKey" | "unwrapFileKey">;

export class DiskFileStore implements FileStore {
  readonly #folder: string;
  readonly #keys: FileKeys;
  /** Names of the temporary files that are being written. */
  readonly #writing = new Set<string>();
  /** Files stored since the start, until the first sweep ends: their rows may not be committed yet. */
  #storedBeforeSweep: Set<string> | undefined = new Set();

  /** The folder is created on first use. */
  constructor({ folder, keys }: { folder: string; keys: FileKeys }) {
    this.#folder = folder;
    this.#keys = keys;
  }

  /** Rejects with `StorageError` if the disk is full, and leaves nothing behind. */
  async put(fileId: string, bytes: Buffer): Promise<{ wrappedKey: string }> {
    const { id, shard, path } = this.#place(fileId);
    const key = randomBytes(keyBytes);
    const temporary = this.#nameTemporary(id);
    try {
      await this.#makeFolder(shard);
      await writeDurably(join(shard, temporary), encrypt(key, bytes, `file:${id}`));
      this.#storedBeforeSweep?.add(id);
      await rename(join(shard, temporary), path);
      await syncFolder(shard);
    } catch (error) {
      await rm(join(shard, temporary), { force: true }).catch(() => undefined);
      throw toStorageError(
        new Error(`File ${id} could not be stored: ${errorCode(error)}`, { cause: error }),
      );
    } finally {
      this.#writing.delete(temporary);
    }
    return { wrappedKey: this.#keys.wrapFileKey(key, id) };
  }

  /** Rejects if the file is absent, changed, or encrypted with another key. */
  async get(fileId: string, wrappedKey: string): Promise<Buffer> {
    const { id, path } = this.#place(fileId);
    return decrypt(this.#keys.unwrapFileKey(wrappedKey, id), await readFile(path), `file:${id}`);
  }

  /** Returns the encrypted bytes as stored, for a backup; undefined if there are none. `size` in bytes. */
  async readEncrypted(fileId: string): Promise<{ size: number; bytes: Readable } | undefined> {
    const handle = await open(this.#place(fileId).path, "r").catch(ignoreAbsent);
    if (!handle) return undefined;
    const { size } = await handle.stat();
    return { size, bytes: handle.createReadStream() };
  }

  /** Restores bytes from `readEncrypted`; no file of that id may exist. */
  async putEncrypted(fileId: string, bytes: AsyncIterable<Buffer>): Promise<void> {
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
      if (errorCode(error) === "ENOENT") return;
      throw error;
    }
    // An erased file must not reappear after a power cut.
    await syncFolder(shard);
  }

  /** Rejects if no file can be stored; tests it with a temporary file. */
  async checkWritable(): Promise<void> {
    // In a shard, so that `sweep` finds it after a crash.
    const shard = join(this.#folder, "00");
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

  /**
   * Lists names folder by folder: reading each file would take too long, and all names may not fit in memory.
   * Files that this process is writing are skipped, so that no clock decides about them. If other processes
   * store files too, the age of a file decides.
   */
  async sweep(findKnown: FindKnown, { spareYoung }: { spareYoung: boolean }): Promise<SweepReport> {
    const report: SweepReport = { stored: 0, removed: 0, halfWritten: 0 };
    const failures: unknown[] = [];
    try {
      const shards = ((await readdir(this.#folder).catch(ignoreAbsent)) ?? []).filter(isShard);
      const before = spareYoung ? Date.now() - youngMs : Infinity;
      for (const shard of shards) await this.#sweepShard(shard, { findKnown, before, failures }, report);
    } finally {
      this.#storedBeforeSweep = undefined;
    }
    if (failures.length === 0) return report;
    throw new Error(`Files that could not be removed: ${failures.length}`, { cause: failures[0] });
  }

  /** Collects the failures of single files, so that the rest is swept. */
  async #sweepShard(
    shard: string,
    { findKnown, before, failures }: { findKnown: FindKnown; before: number; failures: unknown[] },
    report: SweepReport,
  ): Promise<void> {
    const folder = join(this.#folder, shard);
    const names = (await readdir(folder).catch(ignoreAbsent)) ?? [];
    const removeOld = async (name: string, counter: "removed" | "halfWritten") => {
      try {
        if (before < Infinity && (await stat(join(folder, name))).mtimeMs >= before) return;
        await rm(join(folder, name));
        await syncFolder(folder);
        report[counter] += 1;
      } catch (error) {
        // Another process sweeps too.
        if (errorCode(error) !== "ENOENT") failures.push(error);
      }
    };
    for (const name of names)
      if (name.startsWith(temporaryPrefix) && !this.#writing.has(name)) await removeOld(name, "halfWritten");
    const fileIds = names.filter((name) => uuidPattern.test(name));
    report.stored += fileIds.length;
    for (let from = 0; from < fileIds.length; from += sweptTogether) {
      const some = fileIds.slice(from, from + sweptTogether);
      const known = await findKnown(some);
      for (const fileId of some)
        if (!known.has(fileId) && !this.#storedBeforeSweep?.has(fileId)) await removeOld(fileId, "removed");
    }
  }

  /** Must be removed from `#writing` once the file is gone. */
  #nameTemporary(what: string): string {
    const name = `${temporaryPrefix}${what}-${randomBytes(6).toString("hex")}`;
    this.#writing.add(name);
    return name;
  }

  #place(fileId: string): { id: string; shard: string; path: string } {
    const id = fileId.toLowerCase();
    // The id becomes a path, so only a UUID may pass.
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
}

function isShard(name: string): boolean {
  return shardPattern.test(name);
}

function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

function ignoreAbsent(error: unknown): undefined {
  if (errorCode(error) !== "ENOENT") throw error;
}
