/** Validation of an applicant's details. Pure; the wizard's forms use the same rules. */
import { findTextViolation, toOneLine, tooLongText, type InputViolation } from "../../core/text.rules";
import { addDays, addYears, ageInYears, daysBetween, isDay, type Day } from "../../core/day.rules";
import { travelerTypes, type TravelerType } from "../visaRequest/pricing.rules";
import {
  applicantFieldNames,
  getFieldDefinition,
  mapFields,
  type ApplicantColumns,
  type ApplicantFieldName,
  type Gender,
  type Title,
} from "./applicantFields.rules";

/** Minimum ages of a child and of an adult, in years on the day of travel. */
export const childFromAge = 3;
export const adultFromAge = 18;

/** The details as text; missing values are blank. */
export type ApplicantDetails = Record<ApplicantFieldName, string>;
/** The details as received; missing values are undefined, null or blank. */
export type ApplicantInput = { [Name in ApplicantFieldName]?: string | null | undefined };

export interface DetailViolation extends InputViolation<ApplicantFieldName> {
  /** The other field, if two fields contradict each other. */
  against?: ApplicantFieldName;
}

export function normaliseDetails(input: ApplicantInput): ApplicantDetails {
  return mapFields((name) => {
    const field = getFieldDefinition(name);
    const text = (input[name] ?? "").normalize("NFC").trim();
    if (field.kind === "note") return text;
    if (field.kind === "code") return text.replace(/\s+/g, "").toUpperCase();
    const line = toOneLine(text);
    const tidied = field.kind === "text" && field.isInCapitals ? line.toUpperCase() : line;
    return tidied || (field.initial ?? "");
  });
}

/** Suggests the usual title for a gender and age; undefined if there is none. */
export function suggestTitle(gender: string, dateOfBirth: Day, travelDate: Day): Title | undefined {
  const category = suggestTravelerType(dateOfBirth, travelDate);
  const isMinor = category === "CHILD" || category === "INFANT";
  if (gender === "MALE") return isMinor ? "Master" : "Mr.";
  if (gender === "FEMALE") return isMinor ? "Miss" : "Ms.";
  return undefined;
}

/** Suggests the gender that a title implies; undefined for `Dr.`. Only a suggestion: the passport decides. */
export function suggestGender(title: string): Gender | undefined {
  if (title === "Mr." || title === "Master") return "MALE";
  if (title === "Mrs." || title === "Ms." || title === "Miss") return "FEMALE";
  return undefined;
}

/** How many years an Indian passport of an adult and of a minor is valid. */
const indianPassportYears = { adult: 10, minor: 5 };

/**
 * Returns the day on which an Indian passport was most likely issued; undefined if it cannot be derived. Only a
 * suggestion: a passport may have a shorter validity.
 */
export function suggestIssueDate(details: ApplicantDetails, today: Day): Day | undefined {
  const { dateOfBirth, passportCountry, passportExpireDate } = details;
  if (passportCountry !== "INDIA" || !isDay(passportExpireDate) || !isDay(dateOfBirth)) return undefined;
  const issuedFor = (years: number) => addDays(addYears(passportExpireDate, -years), 1);
  const asAdult = issuedFor(indianPassportYears.adult);
  const wasAdult = asAdult > dateOfBirth && ageInYears(dateOfBirth, asAdult) >= adultFromAge;
  const day = wasAdult ? asAdult : issuedFor(indianPassportYears.minor);
  return day <= today && day > dateOfBirth ? day : undefined;
}

/** Returns the category by age on the day of travel; undefined if either date is invalid. */
export function suggestTravelerType(dateOfBirth: Day, travelDate: Day): TravelerType | undefined {
  if (!isDay(dateOfBirth) || !isDay(travelDate)) return undefined;
  const age = ageInYears(dateOfBirth, travelDate);
  if (age < childFromAge) return "INFANT";
  return age < adultFromAge ? "CHILD" : "ADULT";
}

/** Returns the stated category, or the category for the age; ADULT until the date of birth is known. */
export function findTravelerType(
  { travelerType, dateOfBirth }: Pick<ApplicantDetails, "travelerType" | "dateOfBirth">,
  travelDate: Day,
): TravelerType {
  const stated = travelerTypes.find((type) => type === travelerType);
  return stated ?? suggestTravelerType(dateOfBirth, travelDate) ?? "ADULT";
}

/** Returns violations of normalised details, at most one per field, in form order. `today` is the day in India. */
export function checkApplicantDetails(
  details: ApplicantDetails,
  days: { today: Day; travelDate: Day },
): DetailViolation[] {
  return applicantFieldNames.flatMap((field) => {
    const found =
      checkField(field, details[field], days.today) ??
      checkPassportDays(field, details, days) ??
      checkCategory(field, details, days);
    return found ? [{ field, ...found }] : [];
  });
}

type Violation = Omit<DetailViolation, "field">;

function checkField(name: ApplicantFieldName, value: string, today: Day): Violation | undefined {
  const field = getFieldDefinition(name);
  const { label, missing } = field;
  const invalid = (message: string): Violation => ({ code: "INVALID", message });
  if (!value) return missing === undefined ? undefined : { code: "REQUIRED", message: missing };
  if ("maxLength" in field && value.length > field.maxLength)
    return { code: "TOO_LONG", message: tooLongText(label, field.maxLength) };
  const violation = findTextViolation(value);
  if (violation) return invalid(`${label} ${violation}`);
  switch (field.kind) {
    case "choice":
      return field.choices.includes(value) ? undefined : invalid(field.unknown);
    case "code":
      return /^[A-Z0-9]*$/.test(value) ? undefined : invalid(`${label} has letters and digits only`);
    case "day":
      if (!isDay(value)) return invalid(`${label} must be a real date`);
      if (!field.mayBeInFuture && value > today)
        return { code: "DATE_IN_FUTURE", message: `${label} cannot be in the future` };
      if (field.earliest && value < field.earliest)
        return invalid(`${label} must be after ${field.earliest.slice(0, 4)}`);
      return undefined;
    default:
      return undefined;
  }
}

/** Checks that the dates of a passport are in order, and that it is valid today and on the day of travel. */
function checkPassportDays(
  name: ApplicantFieldName,
  { dateOfBirth, passportIssueDate: issued, passportExpireDate: expires }: ApplicantDetails,
  { today, travelDate }: { today: Day; travelDate: Day },
): Violation | undefined {
  const invalid = (message: string, against?: ApplicantFieldName): Violation => ({
    code: "INVALID",
    message,
    ...(against && { against }),
  });
  // A date of birth or issue in the future is reported separately.
  const isBorn = isDay(dateOfBirth) && dateOfBirth <= today;
  if (name === "passportIssueDate" && isBorn && issued < dateOfBirth)
    return invalid(
      "This passport would be issued before its holder was born. Check both dates",
      "dateOfBirth",
    );
  if (name !== "passportExpireDate") return undefined;
  if (isDay(issued) && issued <= today && expires <= issued)
    return invalid("This passport would expire before it was issued. Check both dates", "passportIssueDate");
  if (isDay(travelDate) && expires < travelDate)
    return invalid("This passport will have expired on the day of travel");
  if (expires < today) return invalid("This passport has expired");
  return undefined;
}

function checkCategory(
  name: ApplicantFieldName,
  { travelerType, dateOfBirth }: ApplicantDetails,
  { today, travelDate }: { today: Day; travelDate: Day },
): Violation | undefined {
  if (name !== "travelerType" || !travelerType || dateOfBirth > today) return undefined;
  const fitting = suggestTravelerType(dateOfBirth, travelDate);
  if (!fitting || travelerType === fitting) return undefined;
  return { code: "INVALID", message: `On the day of travel this applicant is ${categoryLabels[fitting]}` };
}

/** Returns valid details as columns; derives a missing category from the age. */
export function toColumns(details: ApplicantDetails, travelDate: Day): ApplicantColumns {
  const {
    passportNumber: _encrypted,
    comments: _encryptedToo,
    ...kept
  } = mapFields((name) => details[name] || null);
  const travelerType = kept.travelerType ?? suggestTravelerType(details.dateOfBirth, travelDate);
  return { ...kept, travelerType } as ApplicantColumns;
}

const categoryLabels: Record<TravelerType, string> = {
  ADULT: `an adult: ${adultFromAge} years or older`,
  CHILD: `a child: ${childFromAge} to under ${adultFromAge} years`,
  INFANT: `an infant: under ${childFromAge} years`,
};

/** Latin letters and the punctuation that passports print in names. */
const namePattern = /^[\p{Script=Latin}\p{M} .'’-]+$/u;

/** Returns warnings about details that the rules accept but staff would likely send back. */
export function findDetailWarnings(details: ApplicantDetails, travelDate: Day): DetailWarning[] {
  const warnings: DetailWarning[] = [];
  for (const field of ["firstName", "lastName"] as const)
    if (details[field] && !namePattern.test(details[field]))
      warnings.push({
        field,
        message: "Enter the name in the letters A to Z, as it is printed in the passport.",
        needsConfirmation: true,
      });
  const usual = suggestGender(details.title);
  if (usual && details.gender && details.gender !== usual && details.gender !== "OTHER")
    warnings.push({ field: "gender", message: "Title and gender differ. Check both against the passport." });
  const { passportExpireDate: expires } = details;
  if (isDay(expires) && isDay(travelDate) && expires >= travelDate && daysBetween(travelDate, expires) < 180)
    warnings.push({
      field: "passportExpireDate",
      message: "Most countries require a passport that is valid for six months after the day of travel.",
    });
  const isIndian = details.passportCountry === "INDIA";
  if (isIndian && details.passportNumber && !/^[A-Z]\d{7}$/.test(details.passportNumber))
    warnings.push({
      field: "passportNumber",
      message: "An Indian passport number is one letter and seven digits. Check it against your passport.",
      needsConfirmation: true,
    });
  return warnings;
}

export interface DetailWarning {
  field: ApplicantFieldName;
  message: string;
  /** True if the traveller has to confirm that the passport shows exactly this value. */
  needsConfirmation?: true;
}
