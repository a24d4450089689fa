import { In, type EntityManager } from "typeorm";
import { findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import { StoredFileEntity } from "./file.entity";

/** Returns the subset of the ids that have a row. */
export async function findKnownFileIds(
  source: RowSource,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await findRowsByKeys<{ fileId: string }>(
    source,
    fileIds,
    (marks) => `SELECT "fileId" FROM stored_file WHERE "fileId" IN (${marks})`,
  );
  return new Set(rows.map(({ fileId }) => fileId));
}

export async function insertFiles(transaction: EntityManager, files: StoredFileEntity[]): Promise<void> {
  await transaction.insert(StoredFileEntity, files);
}

export async function removeFiles(transaction: EntityManager, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) await transaction.delete(StoredFileEntity, { fileId: In([...fileIds]) });
}
