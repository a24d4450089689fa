import type { Day } from "../../../core/day.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";

export const maxKeptApplicants = 20;

/** Kept applicants and applications are the account's own: a partner's application is also the partner's. */
export const notOwnApplication =
  "A partner has prepared this application, so that its applicants are not kept";
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

/** A passport is kept to the end of its last day. */
export const isExpired = (passportExpireDate: Day, today: Day): boolean => passportExpireDate < today;
