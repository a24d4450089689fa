import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AbsentFile } from "../../core/ports";
import { StorageError } from "../../core/storageErrors";
import type { StoredFileEntity } from "../../modules/file/file.entity";
import { findAnyFile, walkFiles } from "../../modules/file/file.reads";
import type { EncryptedFileStore } from "../../platform/adapters/fileStore/encryptedFileStore";
import type { RowSource } from "../../platform/db/rowSource";

/** Number of files, of at most 5 MB each, that are read and decrypted concurrently. */
const checkedTogether = 16;

/**
 * Returns what is wrong with a file, or undefined if it decrypts to the content that its row describes. Throws
 * `StorageError` if the store is unavailable.
 */
export async function findFault(
  store: EncryptedFileStore,
  { fileId, wrappedKey, sha256 }: StoredFileEntity,
): Promise<string | undefined> {
  try {
    const bytes = await store.get(fileId, wrappedKey);
    if (createHash("sha256").update(bytes).digest("hex") === sha256) return undefined;
    return `The file ${fileId} does not match its row`;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    return error instanceof AbsentFile ? error.message : `The file ${fileId} does not decrypt`;
  }
}

/**
 * Decrypts the file of every row. Returns the number of files and a line for each faulty one. The server may be
 * running, so the row is read again before a fault is reported.
 */
export async function checkFiles(
  db: RowSource,
  store: EncryptedFileStore,
): Promise<{ files: number; faults: string[] }> {
  const faults: string[] = [];
  let files = 0;
  const check = async (file: StoredFileEntity): Promise<void> => {
    files += 1;
    if (!(await findFault(store, file))) return;
    const now = await findAnyFile(db, file.fileId);
    const fault = now && (await findFault(store, now));
    if (fault) faults.push(fault);
  };
  await Readable.from(walkFiles(db)).forEach(check, { concurrency: checkedTogether });
  return { files, faults };
}
