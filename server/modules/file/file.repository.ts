import { In, type EntityManager } from "typeorm";
import { insertInto } from "../../platform/db/entityQueries";
import { findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import { KeptFileEntity, StoredFileEntity } from "./file.entity";
import type { FilePurpose } from "./file.rules";

/** Returns the ids of files that have a row. */
export async function findKnownFileIds(
  source: RowSource,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const table of ["stored_file", "kept_file"]) {
    const toSql = (marks: string) => `SELECT "fileId" FROM ${table} WHERE "fileId" IN (${marks})`;
    for (const { fileId } of await findRowsByKeys<{ fileId: string }>(source, fileIds, toSql))
      known.add(fileId);
  }
  return known;
}

export const insertFiles = insertInto(StoredFileEntity);

/** Inserts files that `FileService.write` has stored for a kept applicant. */
export async function insertKeptFiles(
  transaction: EntityManager,
  files: readonly StoredFileEntity[],
): Promise<void> {
  const rows = files.map(({ visaApplicantId: keptApplicantId, ...file }) => ({ ...file, keptApplicantId }));
  await transaction.insert(KeptFileEntity, rows);
}

export async function removeFilesByKeptApplicants(
  transaction: EntityManager,
  keptApplicantIds: readonly string[],
): Promise<{ fileId: string }[]> {
  return findRowsByKeys(
    transaction,
    keptApplicantIds,
    (marks) => `DELETE FROM kept_file WHERE "keptApplicantId" IN (${marks}) RETURNING "fileId"`,
  );
}

export async function removeFiles(transaction: EntityManager, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length > 0) await transaction.delete(StoredFileEntity, { fileId: In([...fileIds]) });
}

export async function removeFilesByApplicants(
  transaction: EntityManager,
  visaApplicantIds: readonly string[],
  purpose?: FilePurpose,
): Promise<StoredFileEntity[]> {
  const ofPurpose = purpose ? `AND purpose = '${purpose}'` : "";
  return findRowsByKeys(
    transaction,
    visaApplicantIds,
    (marks) => `DELETE FROM stored_file WHERE "visaApplicantId" IN (${marks}) ${ofPurpose} RETURNING *`,
  );
}
