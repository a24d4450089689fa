import type { EntityManager } from "typeorm";
import { DomainError, notFound } from "../../../errors";
import type { VisaApplicantEntity } from "../../applicant/applicant.entity";
import { findApplicant } from "../../applicant/applicant.repository";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { isUnderReview } from "../../visaRequest/visaRequest.rules";
import { getOwnCase } from "./caseAccess.service";

/** A traveller and the application that a member of staff decides on. */
export interface UnderReview {
  applicant: VisaApplicantEntity;
  request: VisaRequestEntity;
}

/**
 * The traveller where that member of staff works on the application, which has to be under review, and they are not
 * decided. Errors: NOT_FOUND, INVALID_STATE.
 */
export async function getApplicantUnderReview(
  db: EntityManager,
  staffId: string,
  visaApplicantId: string,
): Promise<UnderReview> {
  const applicant = await findApplicant(db, visaApplicantId);
  if (!applicant) throw notFound();
  const request = await getOwnCase(db, staffId, applicant.visaRequestId);
  if (!isUnderReview(request.visaRequestStatus))
    throw new DomainError("INVALID_STATE", "This application is not in review");
  if (applicant.decidedAt !== null)
    throw new DomainError("INVALID_STATE", "This traveler is decided already");
  return { applicant, request };
}
