/** Reads of applicants for other nouns, which check the permission and pass their transaction. */
import { In, Not, type EntityManager } from "typeorm";
import { notFound } from "../../core/errors";
import { findRow, findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import { getRequest } from "../visaRequest/visaRequest.reads";
import { VisaApplicantEntity } from "./applicant.entity";

export async function findApplicant(
  source: RowSource,
  visaApplicantId: string,
): Promise<VisaApplicantEntity | undefined> {
  return findRow(source, `SELECT * FROM visa_applicant WHERE "visaApplicantId" = ?`, [visaApplicantId]);
}

/** Returns an applicant and their request. Errors: NOT_FOUND. */
export async function getApplicantWithRequest(source: RowSource, visaApplicantId: string) {
  const applicant = await findApplicant(source, visaApplicantId);
  if (!applicant) throw notFound();
  return { applicant, request: await getRequest(source, applicant.visaRequestId) };
}

/** Returns the applicants of requests, in the order they were added. */
export async function findApplicantsByRequests(
  source: RowSource,
  visaRequestIds: readonly string[],
): Promise<VisaApplicantEntity[]> {
  return findRowsByKeys(
    source,
    visaRequestIds,
    (marks) =>
      `SELECT * FROM visa_applicant WHERE "visaRequestId" IN (${marks}) ORDER BY "createdAt", "visaApplicantId"`,
  );
}

export async function countApplicants(db: EntityManager, visaRequestId: string): Promise<number> {
  return db.countBy(VisaApplicantEntity, { visaRequestId });
}

/** Whether another applicant of the request has a passport with one of these indexes. */
export async function hasDuplicatePassport(
  db: EntityManager,
  row: Pick<VisaApplicantEntity, "visaRequestId" | "visaApplicantId">,
  passportIndexes: readonly string[],
): Promise<boolean> {
  const { visaRequestId, visaApplicantId } = row;
  return db.existsBy(VisaApplicantEntity, {
    visaRequestId,
    passportNumberIndex: In([...passportIndexes]),
    visaApplicantId: Not(visaApplicantId),
  });
}
