import type { Gender } from "../../server/modules/applicant/applicant.rules";
import type { TravelerType } from "../../server/modules/visaRequest/pricing.rules";

export const genderWords: Record<Gender, string> = { MALE: "Male", FEMALE: "Female", OTHER: "Other" };

/** Spec §9. */
export const travelerWords: Record<TravelerType, string> = {
  ADULT: "Adult 18+ years",
  CHILD: "Child 3-18",
  INFANT: "Infant 0-2",
};

/** The captions of the three pictures (spec §2). */
export const pictureLabels = {
  profile: "Passport-size photograph",
  passportFront: "Passport front page",
  passportBack: "Passport back page",
};
