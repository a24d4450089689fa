/** The rows of stored files, for the nouns that own the files and for the backup. */
import { findRow, findRowsByKeys, queryRows, type RowSource } from "../../platform/db/rowSource";
import { nestRows } from "../../platform/db/nestedRows";
import { StoredFileEntity } from "./file.entity";

/** Rows per page when reading all files. */
const filesTogether = 1000;

/** A column of `visa_applicant` with the applicant's files by purpose and upload order. */
export const nestedFiles = nestRows(StoredFileEntity, {
  condition: `stored_file."visaApplicantId" = visa_applicant."visaApplicantId"`,
  orderBy: "purpose, position",
});

/** Returns the files of these applicants by purpose and upload order. */
export async function findFilesByApplicants(
  source: RowSource,
  visaApplicantIds: readonly string[],
): Promise<StoredFileEntity[]> {
  return findRowsByKeys(
    source,
    visaApplicantIds,
    (marks) => `SELECT * FROM stored_file WHERE "visaApplicantId" IN (${marks}) ORDER BY purpose, position`,
  );
}

export async function findFile(source: RowSource, fileId: string): Promise<StoredFileEntity | undefined> {
  return findRow(source, `SELECT * FROM stored_file WHERE "fileId" = ?`, [fileId]);
}

/** Iterates over the rows of all files by id, page by page, because they do not all fit into memory. */
export async function* walkFiles(db: RowSource): AsyncGenerator<StoredFileEntity> {
  for (let after = ""; ;) {
    const rows = await queryRows<StoredFileEntity>(
      db,
      `SELECT * FROM stored_file WHERE "fileId" > ? ORDER BY "fileId" LIMIT ${filesTogether}`,
      [after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.fileId;
  }
}
