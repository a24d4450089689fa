/** The rows of stored files, for the modules that own the files and for the backup. */
import { findRow, findRowsByKeys, queryRows, type RowSource } from "../../platform/db/rowSource";
import { findRowBy, findRowsBy } from "../../platform/db/entityQueries";
import { nestRows } from "../../platform/db/nestedRows";
import { StoredFileEntity } from "./file.entity";

/** Rows per page when reading all files. */
const filesTogether = 1000;

const inOrder = "purpose, position";

/** A column of `visa_applicant` with the applicant's files by purpose and upload order. */
export const nestedFiles = nestRows(StoredFileEntity, {
  condition: `stored_file."visaApplicantId" = visa_applicant."visaApplicantId"`,
  orderBy: inOrder,
});

export const findFilesByApplicants = findRowsBy(StoredFileEntity, "visaApplicantId", { orderBy: inOrder });

/** The rows of `kept_file` with the columns of `stored_file`. */
const keptFiles = `(SELECT "fileId", "keptApplicantId" AS "visaApplicantId", purpose, position, "contentType",
  "imageNameSealed", size, sha256, "wrappedKey", "createdAt", "scanState" FROM kept_file)`;

/** Returns the files of these kept applicants, grouped by purpose like those of an applicant. */
export async function findFilesByKeptApplicants(
  source: RowSource,
  keptApplicantIds: readonly string[],
): Promise<StoredFileEntity[]> {
  return findRowsByKeys(
    source,
    keptApplicantIds,
    (marks) =>
      `SELECT * FROM ${keptFiles} AS kept WHERE "visaApplicantId" IN (${marks}) ORDER BY purpose, position`,
  );
}

export const findFile = findRowBy(StoredFileEntity, "fileId");

/** Like `findFile`, but also finds files of kept applicants. */
export async function findAnyFile(source: RowSource, fileId: string): Promise<StoredFileEntity | undefined> {
  const kept = `SELECT * FROM ${keptFiles} AS kept WHERE "fileId" = ?`;
  return (await findFile(source, fileId)) ?? findRow(source, kept, [fileId]);
}

/**
 * Iterates over the rows of all files, page by page, because they may not all fit into memory. Set `withKept` to false
 * for older archives, which have no table `kept_file`.
 */
export async function* walkFiles(
  db: RowSource,
  { withKept = true }: { withKept?: boolean } = {},
): AsyncGenerator<StoredFileEntity> {
  for (const table of withKept ? ["stored_file", `${keptFiles} AS kept`] : ["stored_file"])
    for (let after: string | undefined = ""; after !== undefined;) {
      const rows: StoredFileEntity[] = await queryRows<StoredFileEntity>(
        db,
        `SELECT * FROM ${table} WHERE "fileId" > ? ORDER BY "fileId" LIMIT ${filesTogether}`,
        [after],
      );
      yield* rows;
      after = rows.at(-1)?.fileId;
    }
}
