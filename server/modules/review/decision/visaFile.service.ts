/** The visa of a traveller as a file: there is one at most. */
import type { EntityManager } from "typeorm";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFilesOf, removeFiles } from "../../file/file.repository";

/** Removes the rows of a traveller's visa and returns them: the caller discards the bytes after the transaction. */
export async function removeVisas(
  transaction: EntityManager,
  visaApplicantId: string,
): Promise<StoredFileEntity[]> {
  const files = await findFilesOf(transaction, [visaApplicantId]);
  const visas = files.filter(({ purpose }) => purpose === "VISA");
  await removeFiles(
    transaction,
    visas.map(({ fileId }) => fileId),
  );
  return visas;
}
