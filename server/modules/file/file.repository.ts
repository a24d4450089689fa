import { In, type EntityManager } from "typeorm";
import { findRow, findRowsOf, type RowSource } from "../../db/rowSource";
import { StoredFileEntity } from "./file.entity";

/** The files of travellers, in the order they were sent. */
export async function findFilesOf(
  source: RowSource,
  visaApplicantIds: readonly string[],
): Promise<StoredFileEntity[]> {
  return findRowsOf(
    source,
    visaApplicantIds,
    (marks) => `SELECT * FROM stored_file WHERE "visaApplicantId" IN (${marks}) ORDER BY purpose, position`,
  );
}

export async function findFile(source: RowSource, fileId: string): Promise<StoredFileEntity | undefined> {
  return findRow(source, `SELECT * FROM stored_file WHERE "fileId" = ?`, [fileId]);
}

/** The ids of all files that have a row. */
export async function findAllFileIds(db: EntityManager): Promise<Set<string>> {
  const rows = await db.find(StoredFileEntity, { select: { fileId: true } });
  return new Set(rows.map(({ fileId }) => fileId));
}

export async function insertFiles(transaction: EntityManager, files: StoredFileEntity[]): Promise<void> {
  await transaction.insert(StoredFileEntity, files);
}

export async function removeFiles(transaction: EntityManager, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) await transaction.delete(StoredFileEntity, { fileId: In([...fileIds]) });
}
