/** What an applicant's details must look like (spec §5). Pure; the wizard's forms use the same rules. */
import { ageInYears, daysBetween, isDay, type Day } from "../visaRequest/day.rules";
import { travelerTypes, type TravelerType } from "../visaRequest/pricing.rules";

export const titles = ["Mr.", "Mrs.", "Ms.", "Miss", "Master", "Dr."] as const;
export const genders = ["MALE", "FEMALE", "OTHER"] as const;
export type Gender = (typeof genders)[number];

export const maxPassportNumberLength = 9;
const maxNameLength = 60;
const maxCountryLength = 60;
const maxCommentsLength = 1000;

/** The details as a person typed them; what is missing is undefined, null or blank. */
export interface ApplicantDetails {
  title: string;
  firstName: string;
  lastName: string;
  gender: string;
  dateOfBirth: string;
  passportNumber: string;
  passportIssueDate: string;
  passportExpireDate: string;
  travelerType: string;
  nationality: string;
  passportCountry: string;
  comments: string;
}
export type ApplicantField = keyof ApplicantDetails;
export type ApplicantInput = { [F in ApplicantField]?: string | null | undefined };

/** Structurally a `Fault` of `server/errors.ts`, which rules may not know. */
export interface DetailFault {
  field: ApplicantField;
  code: "REQUIRED" | "INVALID" | "TOO_LONG" | "DATE_IN_FUTURE";
  message: string;
}

const requiredMessages: Partial<Record<ApplicantField, string>> = {
  passportNumber: "Please enter passport no",
  firstName: "Please enter first name",
  lastName: "Please enter last name",
  dateOfBirth: "Please enter date of birth",
  passportIssueDate: "Please enter passport issue date",
  passportExpireDate: "Please enter passport expire date",
  gender: "Please select gender",
};

const longest: Partial<Record<ApplicantField, number>> = {
  firstName: maxNameLength,
  lastName: maxNameLength,
  passportNumber: maxPassportNumberLength,
  nationality: maxCountryLength,
  passportCountry: maxCountryLength,
  comments: maxCommentsLength,
};

/** The names of the details, on the form, where they are shown (spec §2), and in messages. */
export const detailLabels: Record<ApplicantField, string> = {
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

/** Trims, brings capitals where they are due, and fills in the defaults of spec §3. */
export function tidyDetails(input: ApplicantInput): ApplicantDetails {
  const text = (field: ApplicantField) => (input[field] ?? "").normalize("NFC").trim().replace(/\s+/g, " ");
  return {
    title: text("title") || "Mr.",
    firstName: text("firstName"),
    lastName: text("lastName"),
    gender: text("gender"),
    dateOfBirth: text("dateOfBirth"),
    passportNumber: text("passportNumber").replaceAll(" ", "").toUpperCase(),
    passportIssueDate: text("passportIssueDate"),
    passportExpireDate: text("passportExpireDate"),
    travelerType: text("travelerType"),
    nationality: text("nationality").toUpperCase() || "INDIAN",
    passportCountry: text("passportCountry").toUpperCase() || "INDIA",
    comments: (input.comments ?? "").normalize("NFC").trim(),
  };
}

/** What a title says of the gender; `Dr.` says nothing. A suggestion for the form: the passport decides. */
export function suggestGender(title: string): Gender | undefined {
  if (title === "Mr." || title === "Master") return "MALE";
  if (title === "Mrs." || title === "Ms." || title === "Miss") return "FEMALE";
  return undefined;
}

/** By age on the day of travel: infant under 3, child under 18, else adult. Undefined for no day of birth. */
export function suggestTravelerType(dateOfBirth: Day, travelDate: Day): TravelerType | undefined {
  if (!isDay(dateOfBirth) || !isDay(travelDate)) return undefined;
  const age = ageInYears(dateOfBirth, travelDate);
  if (age < 3) return "INFANT";
  return age < 18 ? "CHILD" : "ADULT";
}

/** All faults of tidied details, in the order of the form; `today` and `travelDate` are days in India. */
export function checkApplicantDetails(
  details: ApplicantDetails,
  { today, travelDate }: { today: Day; travelDate: Day },
): DetailFault[] {
  const faults = new Map<ApplicantField, DetailFault>();
  const add = (field: ApplicantField, code: DetailFault["code"], message: string) => {
    if (!faults.has(field)) faults.set(field, { field, code, message });
  };

  for (const field of Object.keys(detailLabels) as ApplicantField[]) {
    const value = details[field];
    const required = requiredMessages[field];
    const limit = longest[field];
    if (required && !value) add(field, "REQUIRED", required);
    if (limit && value.length > limit)
      add(field, "TOO_LONG", `${detailLabels[field]} must be ${limit} characters or fewer`);
    if (hasControlCharacter(value))
      add(field, "INVALID", `${detailLabels[field]} has a character that cannot be used`);
  }

  if (!titles.some((title) => title === details.title)) add("title", "INVALID", "Please select a title");
  if (!genders.some((gender) => gender === details.gender)) add("gender", "INVALID", "Please select gender");
  if (!/^[A-Z0-9]*$/.test(details.passportNumber))
    add("passportNumber", "INVALID", "Passport number has letters and digits only");
  for (const field of ["dateOfBirth", "passportIssueDate", "passportExpireDate"] as const)
    if (!isDay(details[field])) add(field, "INVALID", `${detailLabels[field]} must be a real date`);
  for (const field of ["dateOfBirth", "passportIssueDate"] as const)
    if (details[field] > today)
      add(field, "DATE_IN_FUTURE", `${detailLabels[field]} cannot be in the future`);
  if (details.dateOfBirth < "1900-01-01") add("dateOfBirth", "INVALID", "Date of birth must be after 1900");

  const fitting = suggestTravelerType(details.dateOfBirth, travelDate);
  if (details.travelerType && !travelerTypes.some((type) => type === details.travelerType))
    add("travelerType", "INVALID", "Please select a traveler category");
  else if (fitting && details.travelerType && details.travelerType !== fitting)
    add("travelerType", "INVALID", `On the day of travel this traveler is ${categoryWords[fitting]}`);

  return (Object.keys(detailLabels) as ApplicantField[]).flatMap((field) => faults.get(field) ?? []);
}

const categoryWords: Record<TravelerType, string> = {
  ADULT: "an adult: 18 years or older",
  CHILD: "a child: 3 to under 18 years",
  INFANT: "an infant: under 3 years",
};

/** Things that staff would send back, but that the rules do not refuse (ux 3.12). */
export function findDetailWarnings(details: ApplicantDetails, travelDate: Day): DetailWarning[] {
  const warnings: DetailWarning[] = [];
  const usual = suggestGender(details.title);
  if (usual && details.gender && details.gender !== usual && details.gender !== "OTHER")
    warnings.push({ field: "gender", message: "Title and gender differ. Check both against the passport." });
  const { passportIssueDate: issued, passportExpireDate: expires } = details;
  if (isDay(issued) && isDay(expires) && expires <= issued)
    warnings.push({
      field: "passportExpireDate",
      message: "This passport would expire before it was issued. Check both dates.",
    });
  else if (isDay(expires) && isDay(travelDate) && daysBetween(travelDate, expires) < 180)
    warnings.push({
      field: "passportExpireDate",
      message: "Most countries want a passport that is valid for six months after the day of travel.",
    });
  const isIndian = details.passportCountry === "INDIA";
  if (isIndian && details.passportNumber && !/^[A-Z]\d{7}$/.test(details.passportNumber))
    warnings.push({
      field: "passportNumber",
      message: "An Indian passport number is one letter and seven digits. Check it against your passport.",
    });
  return warnings;
}

export interface DetailWarning {
  field: ApplicantField;
  message: string;
}

function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}\p{Cs}\p{Co}]/u.test(text.replace(/[\n\r\t]/g, ""));
}
