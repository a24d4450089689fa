import { In, type EntityManager } from "typeorm";
import { insertInto } from "../../platform/db/entityQueries";
import { findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import { StoredFileEntity } from "./file.entity";
import type { FilePurpose } from "./file.rules";

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

export const insertFiles = insertInto(StoredFileEntity);

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
