import type { ApplicantField, Gender, TravelerType } from "../../../server/modules/applicant/applicant.rules";

/** The names of the details, on the form and where they are shown (spec §2). */
export const fieldLabels: Record<ApplicantField, string> = {
  title: "Title",
  firstName: "First name",
  lastName: "Last name",
  gender: "Gender",
  dateOfBirth: "Date of birth",
  passportNumber: "Passport number",
  passportIssueDate: "Passport issue date",
  passportExpireDate: "Passport expiry date",
  travelerType: "Traveler category",
  nationality: "Nationality",
  passportCountry: "Passport country",
  comments: "Comments",
};

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
