import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";

type State = Pick<VisaRequestEntity, "visaRequestStatus" | "paymentStatus">;

/** Maximum number of views, and of changes, that a case shows. */
export const maxActivityEntries = 100;
export const maxPassportUses = 10;

/** Returns the reason why the case cannot be taken; undefined if it can. */
export function cannotTakeReason({ visaRequestStatus, paymentStatus }: State): string | undefined {
  const isPaidFor = visaRequestStatus !== "PENDING" && paymentStatus !== "PENDING";
  return isPaidFor ? undefined : "Only a paid application can be taken";
}

/** Returns the reason why the review cannot begin; undefined if it can. */
export function cannotStartReviewReason({ visaRequestStatus, paymentStatus }: State): string | undefined {
  if (visaRequestStatus !== "SUBMITTED") return "Only a submitted application can be reviewed";
  return paymentStatus === "PAID" ? undefined : "The review can begin once the application is paid";
}
