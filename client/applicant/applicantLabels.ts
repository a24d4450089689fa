import type { Gender } from "../../server/modules/applicant/applicant.rules";
import type { TravelerType } from "../../server/modules/visaRequest/pricing.rules";

export const genderLabels: Record<Gender, string> = { MALE: "Male", FEMALE: "Female", OTHER: "Other" };

/** The categories with their ages. */
export const travelerLabels: Record<TravelerType, string> = {
  ADULT: "Adult 18+ years",
  CHILD: "Child 3-18",
  INFANT: "Infant 0-2",
};
