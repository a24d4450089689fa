import { mayActOnSql } from "../../core/ownership.rules";
import type { EntityManager } from "typeorm";
import { insertInto, updateWhere } from "../../platform/db/entityQueries";
import { findRow, findRowsByKeys, queryRows, type RowSource } from "../../platform/db/rowSource";
import { nestedFiles } from "../file/file.reads";
import { VisaApplicantEntity } from "./applicant.entity";

export async function findApplicantsOfUser(
  source: RowSource,
  userId: string,
): Promise<VisaApplicantEntity[]> {
  const sql = `SELECT applicant.* FROM visa_applicant applicant
    JOIN visa_request request USING ("visaRequestId") WHERE ${mayActOnSql("request")}`;
  return queryRows(source, sql, [userId, userId]);
}

/** An applicant, with their files and their consents as JSON text, which `openNested` decodes. */
type ApplicantWithParts = VisaApplicantEntity & { files: string | null; consents: string | null };

/** Returns the applicants of requests with their files and consents, in the order they were added. */
export async function findApplicantsWithParts(
  source: RowSource,
  visaRequestIds: readonly string[],
  { nestedConsents }: { nestedConsents: string },
): Promise<ApplicantWithParts[]> {
  return findRowsByKeys(
    source,
    visaRequestIds,
    (marks) =>
      `SELECT *, ${nestedFiles} AS files, ${nestedConsents} AS consents FROM visa_applicant
       WHERE "visaRequestId" IN (${marks}) ORDER BY "createdAt", "visaApplicantId"`,
  );
}

export const insertApplicant = insertInto(VisaApplicantEntity);
const changeApplicants = updateWhere(VisaApplicantEntity);

type ApplicantChange = Pick<VisaApplicantEntity, "visaApplicantId"> &
  Partial<Omit<VisaApplicantEntity, "visaApplicantStatus" | "createdAt">>;

export const updateApplicant = (
  transaction: EntityManager,
  { visaApplicantId, ...changes }: ApplicantChange,
) => changeApplicants(transaction, { visaApplicantId }, changes);

/** Changes the status of an applicant. Returns false if another writer changed it first. */
export const changeStatus = (
  transaction: EntityManager,
  { visaApplicantId, visaApplicantStatus }: VisaApplicantEntity,
  changes: Partial<VisaApplicantEntity> & Pick<VisaApplicantEntity, "visaApplicantStatus">,
) => changeApplicants(transaction, { visaApplicantId, visaApplicantStatus }, changes);

export async function removeApplicants(
  transaction: EntityManager,
  which: { visaApplicantId: string } | { visaRequestId: string },
): Promise<void> {
  await transaction.delete(VisaApplicantEntity, which);
}

/**
 * Returns the total size and the number of files uploaded to a user's applications or to one application. Approved
 * visas and `exceptFileIds` do not count.
 */
export async function measureFiles(
  source: RowSource,
  whose: { userId: string } | { visaRequestId: string },
  exceptFileIds: readonly string[],
): Promise<{ bytes: number; files: number }> {
  const marks = exceptFileIds.map(() => "?").join(", ");
  const [[column, id]] = Object.entries(whose) as [[string, string]];
  const sum = await findRow<{ bytes: number; files: number }>(
    source,
    `SELECT coalesce(sum(file.size), 0) AS bytes, count(*) AS files FROM stored_file file
     JOIN visa_applicant applicant USING ("visaApplicantId") JOIN visa_request request USING ("visaRequestId")
     WHERE request."${column}" = ? AND file.purpose <> 'VISA' ${marks && `AND file."fileId" NOT IN (${marks})`}`,
    [id, ...exceptFileIds],
  );
  return { bytes: Number(sum?.bytes), files: Number(sum?.files) };
}
