/** Access checks for everything staff do to an application, inside the transaction of the action. */
import type { EntityManager } from "typeorm";
import { DomainError, notFound } from "../../../core/errors";
import { mayActOn } from "../../../core/ownership.rules";
import type { StaffGuard } from "../../../core/principal";
import type { VisaApplicantEntity } from "../../applicant/applicant.entity";
import { findApplicant } from "../../applicant/applicant.reads";
import { findOpenApprovals } from "../../approval/approval.reads";
import { findUser } from "../../user/user.reads";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { getRequest } from "../../visaRequest/visaRequest.reads";
import { isUnderReview } from "../../visaRequest/visaRequest.rules";

/**
 * Returns the application if it is assigned to the staff member. Errors: NOT_FOUND, INVALID_STATE if it is not
 * assigned to them or is their own.
 */
export async function getOwnCase(
  db: EntityManager,
  staffId: string,
  visaRequestId: string,
): Promise<VisaRequestEntity> {
  const request = await getRequest(db, visaRequestId);
  await assertNotOwnApplication(db, request, staffId);
  if (request.assignedStaffId !== staffId)
    throw new DomainError("INVALID_STATE", "Take this application first");
  return request;
}

/**
 * True if the staff member owns or follows the application, even through another account. Compares their
 * current number with the one stored when the application was created.
 */
export async function isOwnApplication(
  db: EntityManager,
  request: Pick<VisaRequestEntity, "userId" | "followerId" | "mobile">,
  staffId: string,
): Promise<boolean> {
  return mayActOn(request, staffId) || (await findUser(db, staffId))?.phoneNumber === request.mobile;
}

/** Throws if the staff member owns or follows the application. Errors: INVALID_STATE. */
export async function assertNotOwnApplication(
  db: EntityManager,
  request: Pick<VisaRequestEntity, "userId" | "followerId" | "mobile">,
  staffId: string,
): Promise<void> {
  if (await isOwnApplication(db, request, staffId))
    throw new DomainError(
      "INVALID_STATE",
      "You cannot work on your own application. Another staff member has to review it",
    );
}

/**
 * Throws if the case is assigned to another staff member. A case of a former staff member counts as unassigned. Errors:
 * INVALID_STATE.
 */
export async function assertNotWithColleague(
  transaction: EntityManager,
  staff: Pick<StaffGuard, "isStaff">,
  { assignedStaffId }: Pick<VisaRequestEntity, "assignedStaffId">,
  staffId: string,
): Promise<void> {
  if (assignedStaffId === null || assignedStaffId === staffId) return;
  if (await staff.isStaff(assignedStaffId, transaction))
    throw new DomainError("INVALID_STATE", "Another staff member is working on this application");
}

export interface UnderReview {
  applicant: VisaApplicantEntity;
  request: VisaRequestEntity;
}

/**
 * Returns the applicant if they are undecided and their application is in review and assigned to the staff
 * member. Errors: NOT_FOUND, INVALID_STATE.
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

/** Throws INVALID_STATE if the application is not in review, or the applicant has been decided on. */
export function assertUndecided({ applicant, request }: UnderReview): void {
  if (!isUnderReview(request.visaRequestStatus))
    throw new DomainError("INVALID_STATE", "This application is not in review");
  if (applicant.decidedAt !== null)
    throw new DomainError("INVALID_STATE", "This applicant has already been decided on");
}

/**
 * Throws INVALID_STATE if a visa is waiting for approval, because the applicant must not change until the decision.
 */
export async function assertNoVisaWaiting(db: EntityManager, visaApplicantId: string): Promise<void> {
  const [open] = await findOpenApprovals(db, "VISA_MISMATCH", [visaApplicantId]);
  if (open) throw new DomainError("INVALID_STATE", `This is already waiting for approval: ${open.text}`);
}
