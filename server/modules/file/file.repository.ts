import { In, type EntityManager } from "typeorm";
import { StoredFileEntity } from "./file.entity";

/** The files of travellers, in the order they were sent. */
export async function findFilesOf(
  db: EntityManager,
  visaApplicantIds: readonly string[],
): Promise<StoredFileEntity[]> {
  return db.find(StoredFileEntity, {
    where: { visaApplicantId: In([...visaApplicantIds]) },
    order: { purpose: "ASC", position: "ASC" },
  });
}

export async function findFile(db: EntityManager, fileId: string): Promise<StoredFileEntity | undefined> {
  return (await db.findOneBy(StoredFileEntity, { fileId })) ?? undefined;
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
