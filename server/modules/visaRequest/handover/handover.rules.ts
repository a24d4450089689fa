/** When an application may be handed over to its traveller. Pure. */
import type { VisaRequestStatus } from "../visaRequest.rules";

/** Days for which a link can be used. */
export const handoverDays = 7;
/** Digits of the contact's number that the page of a link shows. */
export const shownDigits = 2;

interface Handed {
  visaRequestStatus: VisaRequestStatus;
  papersRemovedAt: string | null;
  followerId: string | null;
}

/** Returns why an application cannot be handed over; undefined if it can. */
export function cannotHandOver({
  visaRequestStatus,
  papersRemovedAt,
  followerId,
}: Handed): string | undefined {
  if (visaRequestStatus === "CANCELLED") return "This application was cancelled";
  if (papersRemovedAt !== null) return "The personal data of this application was removed";
  return followerId === null ? undefined : "The traveller follows this application already";
}
