/** Whose case it is: what everything that staff do to an application looks at first, inside its transaction. */
import type { EntityManager } from "typeorm";
import { DomainError, notFound } from "../../../errors";
import type { VisaApplicantEntity } from "../../applicant/applicant.entity";
import { findApplicant } from "../../applicant/applicant.repository";
import { findOpenApprovals } from "../../approval/approval.repository";
import { findUser } from "../../user/user.repository";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { findRequest } from "../../visaRequest/visaRequest.repository";
import { isUnderReview } from "../../visaRequest/visaRequest.rules";

/**
 * The application where that member of staff works on it: whoever decides reads it this way, inside the transaction of
 * the decision. Errors: NOT_FOUND, INVALID_STATE where it is not theirs to decide.
 */
export async function getOwnCase(
  db: EntityManager,
  staffId: string,
  visaRequestId: string,
): Promise<VisaRequestEntity> {
  const request = await findRequest(db, visaRequestId);
  if (!request) throw notFound();
  await assertNotOwnApplication(db, request, staffId);
  if (request.assignedStaffId !== staffId)
    throw new DomainError("INVALID_STATE", "Take this application first");
  return request;
}

/**
 * Nobody works on what they asked for themselves, be it with another account: their number of today is looked for in the
 * application, which keeps the one of the day that it was begun. Errors: INVALID_STATE.
 */
export async function assertNotOwnApplication(
  db: EntityManager,
  { userId, mobile }: Pick<VisaRequestEntity, "userId" | "mobile">,
  staffId: string,
): Promise<void> {
  const isOwn = userId === staffId || (await findUser(db, staffId))?.phoneNumber === mobile;
  if (isOwn)
    throw new DomainError("INVALID_STATE", "You cannot work on your own application; somebody else has to");
}

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
  assertUndecided({ applicant, request });
  return { applicant, request };
}

/** Errors: INVALID_STATE if the application is not in review, or the traveller is decided on. */
export function assertUndecided({ applicant, request }: UnderReview): void {
  if (!isUnderReview(request.visaRequestStatus))
    throw new DomainError("INVALID_STATE", "This application is not in review");
  if (applicant.decidedAt !== null)
    throw new DomainError("INVALID_STATE", "This traveller has already been decided on");
}

/** What was agreed to must be what was shown. Errors: INVALID_STATE while a visa waits for a second person. */
export async function assertNoVisaWaiting(db: EntityManager, visaApplicantId: string): Promise<void> {
  const [open] = await findOpenApprovals(db, "VISA_MISMATCH", [visaApplicantId]);
  if (open) throw new DomainError("INVALID_STATE", `This waits for a second person already: ${open.text}`);
}
