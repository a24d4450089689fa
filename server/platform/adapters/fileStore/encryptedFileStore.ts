/** Stores files, each encrypted with its own key, which is wrapped by the key ring and stored in the file's row. */
import { randomBytes } from "node:crypto";
import { AbsentFile } from "../../../core/ports";
import { decrypt, encrypt } from "../crypto/encryption";
import type { KeyRing } from "../crypto/keyRing";
import { markName, type ListedObject, type ObjectStore } from "./objectStore";

const keyBytes = 32;
/**
 * The number of files that a sweep looks up per query; a power of two, like the padded lists of keys in rowSource.ts.
 */
const sweptTogether = 256;
/** Age up to which a file may belong to an upload in progress, in milliseconds. */
const youngMs = 24 * 60 * 60_000;

/** Counts of files found, files removed, and incomplete files removed. */
export interface SweepReport {
  stored: number;
  removed: number;
  halfWritten: number;
}

export class EncryptedFileStore {
  /** Ids of the files stored since the start, until the first sweep ends: their rows may not be committed yet. */
  #storedBeforeSweep: Set<string> | undefined = new Set();

  constructor(
    private readonly objects: ObjectStore,
    private readonly keys: Pick<KeyRing, "wrapFileKey" | "unwrapFileKey">,
  ) {}

  /**
   * Resolves to the wrapped key that `get` needs, once the file would survive a power cut. Rejects with `StorageError`
   * if the store is unavailable; if a bucket has stored the file nevertheless, a sweep removes it.
   */
  async put(fileId: string, bytes: Buffer): Promise<{ wrappedKey: string }> {
    const id = fileId.toLowerCase();
    const key = randomBytes(keyBytes);
    this.#storedBeforeSweep?.add(id);
    await this.objects.put(id, encrypt(key, bytes, `file:${id}`));
    return { wrappedKey: this.keys.wrapFileKey(key, id) };
  }

  /** Rejects if the file is absent, changed, or encrypted with another key. */
  async get(fileId: string, wrappedKey: string): Promise<Buffer> {
    const id = fileId.toLowerCase();
    const encrypted = await this.objects.get(id);
    if (!encrypted) throw new AbsentFile(`The file ${id} is missing`);
    return decrypt(this.keys.unwrapFileKey(wrappedKey, id), encrypted, `file:${id}`);
  }

  /** Does nothing if the file does not exist. Rejects with `StorageError` if the store is unavailable. */
  async remove(fileId: string): Promise<void> {
    await this.objects.delete(fileId.toLowerCase());
  }

  /** The mark is not encrypted. */
  putMark(mark: string): Promise<void> {
    return this.objects.put(markName, Buffer.from(mark));
  }

  /** Returns undefined if there is no mark. */
  async getMark(): Promise<string | undefined> {
    return (await this.objects.get(markName))?.toString();
  }

  /** Yields the ids of all files, in batches for one query each; no batch is empty. */
  async *listFileIds(): AsyncGenerator<string[]> {
    for await (const listed of this.objects.list()) {
      const fileIds = listed.flatMap(({ fileId }) => fileId ?? []);
      for (let from = 0; from < fileIds.length; from += sweptTogether)
        yield fileIds.slice(from, from + sweptTogether);
    }
  }

  async checkWritable(): Promise<void> {
    await this.objects.checkWritable?.();
  }

  /**
   * Removes the remains of a crashed process: incomplete files, and files that `findKnown`, called in batches, does not
   * return. The first sweep skips all files that this process has stored since it started, whatever their age. Every
   * sweep also skips files younger than a day, whose rows may not be committed yet, if other servers share the store or
   * `spareYoung` is set. Set it for all sweeps but the first, and if other processes store files too. Rejects after the
   * sweep if some files could not be removed.
   */
  async sweep(
    findKnown: (fileIds: readonly string[]) => Promise<ReadonlySet<string>>,
    { spareYoung }: { spareYoung: boolean },
  ): Promise<SweepReport> {
    const report: SweepReport = { stored: 0, removed: 0, halfWritten: 0 };
    const failures: unknown[] = [];
    const areYoungSpared = spareYoung || this.objects.isShared;
    const removeIfOld = async (
      { findStoredAt, remove }: ListedObject,
      counter: "removed" | "halfWritten",
    ): Promise<void> => {
      try {
        if (areYoungSpared && ((await findStoredAt()) ?? Infinity) >= Date.now() - youngMs) return;
        await remove();
        report[counter] += 1;
      } catch (error) {
        // The sweep continues with the other files.
        failures.push(error);
      }
    };
    try {
      for await (const listed of this.objects.list()) {
        const files = new Map<string, ListedObject>();
        for (const object of listed)
          if (object.fileId === undefined) await removeIfOld(object, "halfWritten");
          else files.set(object.fileId, object);
        report.stored += files.size;
        const fileIds = [...files.keys()];
        for (let from = 0; from < fileIds.length; from += sweptTogether) {
          const some = fileIds.slice(from, from + sweptTogether);
          const known = await findKnown(some);
          for (const fileId of some)
            if (!known.has(fileId) && !this.#storedBeforeSweep?.has(fileId))
              await removeIfOld(files.get(fileId)!, "removed");
        }
      }
    } finally {
      this.#storedBeforeSweep = undefined;
    }
    if (failures.length === 0) return report;
    throw new Error(`Files that could not be removed: ${failures.length}`, { cause: failures[0] });
  }
}
