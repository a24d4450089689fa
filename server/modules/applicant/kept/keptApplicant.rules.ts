import type { Day } from "../../../core/day.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";

export const maxKeptApplicants = 20;

/** Applicants are kept only from the account's own applications; a partner's application belongs to the partner too. */
export const notOwnApplication = "A partner prepared this application, so its applicants cannot be kept";
export const tooManyKept = `You keep ${maxKeptApplicants} applicants. Delete one of them first`;

/** Returns why the applicants of a request cannot be kept by an account; undefined if they can. */
export function cannotKeepReason(
  request: Pick<VisaRequestEntity, "userId" | "paymentStatus" | "papersRemovedAt">,
  userId: string,
): string | undefined {
  if (request.userId !== userId) return notOwnApplication;
  if (request.paymentStatus !== "PAID") return "Applicants can be kept once their application is paid";
  return request.papersRemovedAt ? "The personal data of this application was removed" : undefined;
}

/** A passport is valid until the end of its last day. */
export const isExpired = (passportExpireDate: Day, today: Day): boolean => passportExpireDate < today;
