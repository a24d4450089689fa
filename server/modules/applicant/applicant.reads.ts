/** Reads applicants for other modules. The caller checks the permission and passes its transaction. */
import { In, Not, type EntityManager } from "typeorm";
import { notFound } from "../../core/errors";
import { mayActOnSql } from "../../core/ownership.rules";
import { findRowBy, findRowsBy } from "../../platform/db/entityQueries";
import { findRow, type RowSource } from "../../platform/db/rowSource";
import { nestedFiles } from "../file/file.reads";
import { getRequest } from "../visaRequest/visaRequest.reads";
import { VisaApplicantEntity } from "./applicant.entity";

export const findApplicant = findRowBy(VisaApplicantEntity, "visaApplicantId");

/**
 * Returns an applicant whom the account may act on, with the files as JSON text, which `openNested` decodes. One
 * statement, so that a concurrent removal cannot leave the row without its files, and the response time does not reveal
 * whether another account's applicant exists.
 */
export async function findOwnApplicant(
  source: RowSource,
  visaApplicantId: string,
  accountId: string,
): Promise<(VisaApplicantEntity & { files: string | null }) | undefined> {
  const sql = `SELECT visa_applicant.*, ${nestedFiles} AS files FROM visa_applicant
    JOIN visa_request request USING ("visaRequestId")
    WHERE visa_applicant."visaApplicantId" = ? AND ${mayActOnSql("request")}`;
  return findRow(source, sql, [visaApplicantId, accountId, accountId]);
}

/** Returns an applicant and their request. Errors: NOT_FOUND. */
export async function getApplicantWithRequest(source: RowSource, visaApplicantId: string) {
  const applicant = await findApplicant(source, visaApplicantId);
  if (!applicant) throw notFound();
  return { applicant, request: await getRequest(source, applicant.visaRequestId) };
}

/** Returns the applicants of requests, in the order they were added. */
export const findApplicantsByRequests = findRowsBy(VisaApplicantEntity, "visaRequestId", {
  orderBy: `"createdAt", "visaApplicantId"`,
});

export async function countApplicants(db: EntityManager, visaRequestId: string): Promise<number> {
  return db.countBy(VisaApplicantEntity, { visaRequestId });
}

/** Whether another applicant of the request has a passport number with one of these blind indexes. */
export async function hasDuplicatePassport(
  db: EntityManager,
  { visaRequestId, visaApplicantId }: Pick<VisaApplicantEntity, "visaRequestId" | "visaApplicantId">,
  passportIndexes: readonly string[],
): Promise<boolean> {
  return db.existsBy(VisaApplicantEntity, {
    visaRequestId,
    passportNumberIndex: In([...passportIndexes]),
    visaApplicantId: Not(visaApplicantId),
  });
}
