/** The visa file of an applicant; there is at most one. */
import type { EntityManager } from "typeorm";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFilesByApplicants, removeFiles } from "../../file/file.repository";

/** Removes the rows of an applicant's visa and returns them; the caller then discards the bytes. */
export async function removeVisas(
  transaction: EntityManager,
  visaApplicantId: string,
): Promise<StoredFileEntity[]> {
  const files = await findFilesByApplicants(transaction, [visaApplicantId]);
  const visas = files.filter(({ purpose }) => purpose === "VISA");
  await removeFiles(
    transaction,
    visas.map(({ fileId }) => fileId),
  );
  return visas;
}
