/** Rules for handing an application over to its traveller. Pure. */
import type { VisaRequestEntity } from "../visaRequest.entity";

/** How many days a link can be used. */
export const handoverDays = 7;
/** The page of a link shows this many of the last digits of the contact's number. */
export const shownDigits = 2;

/** Returns why an application cannot be handed over; undefined if it can. */
export function cannotHandOver(
  request: Pick<VisaRequestEntity, "visaRequestStatus" | "papersRemovedAt" | "followerId">,
): string | undefined {
  if (request.visaRequestStatus === "CANCELLED") return "This application was cancelled";
  if (request.papersRemovedAt !== null) return "The personal data of this application was removed";
  return request.followerId === null ? undefined : "The traveller already follows this application";
}
