/** Reads of applicants for other nouns, which check the permission and pass their transaction. */
import { In, Not, type EntityManager } from "typeorm";
import { notFound } from "../../core/errors";
import { findRowBy, findRowsBy } from "../../platform/db/entityQueries";
import type { RowSource } from "../../platform/db/rowSource";
import { getRequest } from "../visaRequest/visaRequest.reads";
import { VisaApplicantEntity } from "./applicant.entity";

export const findApplicant = findRowBy(VisaApplicantEntity, "visaApplicantId");

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
