/** What may be done to a case. Pure. */
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";

/** Of a note among staff; characters. */
export const maxNoteLength = 2000;
/** The longest list of `trail`. */
export const maxActivityEntries = 100;
/** The longest list of `samePassportIn`. */
export const maxPassportUses = 10;

/** Why nobody may take the case; undefined where they may: work begins with the money. */
export function cannotTakeReason({
  visaRequestStatus,
  paymentStatus,
}: Pick<VisaRequestEntity, "visaRequestStatus" | "paymentStatus">): string | undefined {
  const isPaidFor = visaRequestStatus !== "PENDING" && paymentStatus !== "PENDING";
  return isPaidFor ? undefined : "Only a paid application can be taken";
}

/** Why the review cannot begin; undefined where it can. */
export function cannotStartReviewReason({
  visaRequestStatus,
  paymentStatus,
}: Pick<VisaRequestEntity, "visaRequestStatus" | "paymentStatus">): string | undefined {
  if (visaRequestStatus !== "SUBMITTED") return "Only a submitted application can be reviewed";
  return paymentStatus === "PAID" ? undefined : "The review can begin once the application is paid";
}
