/** What an applicant's details must look like. Pure; the wizard's forms use the same rules. */
import { findTextFault } from "../../text.rules";
import { ageInYears, daysBetween, isDay, type Day } from "../visaRequest/day.rules";
import type { TravelerType } from "../visaRequest/pricing.rules";
import {
  applicantFieldNames,
  definitionOf,
  mapFields,
  type ApplicantColumns,
  type ApplicantFieldName,
  type Gender,
  type Title,
} from "./applicantFields.rules";

/** In years, on the day of travel. */
export const childFromAge = 3;
export const adultFromAge = 18;

/** The details as a person typed them; what is missing is blank. */
export type ApplicantDetails = Record<ApplicantFieldName, string>;
/** The same as it arrives: what is missing is undefined, null or blank. */
export type ApplicantInput = { [Name in ApplicantFieldName]?: string | null | undefined };

/** Structurally a violation of `server/errors.ts`, which rules may not know. */
export interface DetailViolation {
  field: ApplicantFieldName;
  code: "REQUIRED" | "INVALID" | "TOO_LONG" | "DATE_IN_FUTURE";
  message: string;
  /** The other field, where two contradict each other. */
  against?: ApplicantFieldName;
}

/** Trims, brings capitals where they are due, and fills in what counts where a field is left out. */
export function tidyDetails(input: ApplicantInput): ApplicantDetails {
  return mapFields((name) => {
    const field = definitionOf(name);
    const text = (input[name] ?? "").normalize("NFC").trim();
    if (field.kind === "note") return text;
    if (field.kind === "code") return text.replace(/\s+/g, "").toUpperCase();
    const line = text.replace(/\s+/g, " ");
    const tidied = field.kind === "text" && field.isInCapitals ? line.toUpperCase() : line;
    return tidied || (field.initial ?? "");
  });
}

/** The title of most people of that gender and age; undefined where there is none. A suggestion for the form. */
export function suggestTitle(gender: string, dateOfBirth: Day, travelDate: Day): Title | undefined {
  const category = suggestTravelerType(dateOfBirth, travelDate);
  const isMinor = category === "CHILD" || category === "INFANT";
  if (gender === "MALE") return isMinor ? "Master" : "Mr.";
  if (gender === "FEMALE") return isMinor ? "Miss" : "Ms.";
  return undefined;
}

/** What a title says of the gender; `Dr.` says nothing. A suggestion for the form: the passport decides. */
export function suggestGender(title: string): Gender | undefined {
  if (title === "Mr." || title === "Master") return "MALE";
  if (title === "Mrs." || title === "Ms." || title === "Miss") return "FEMALE";
  return undefined;
}

/** By age on the day of travel; undefined where either is no day. */
export function suggestTravelerType(dateOfBirth: Day, travelDate: Day): TravelerType | undefined {
  if (!isDay(dateOfBirth) || !isDay(travelDate)) return undefined;
  const age = ageInYears(dateOfBirth, travelDate);
  if (age < childFromAge) return "INFANT";
  return age < adultFromAge ? "CHILD" : "ADULT";
}

/** All violations of tidied details, one a field, in the order of the form; both days are days in India. */
export function checkApplicantDetails(
  details: ApplicantDetails,
  days: { today: Day; travelDate: Day },
): DetailViolation[] {
  return applicantFieldNames.flatMap((field) => {
    const found =
      checkField(field, details[field], days.today) ??
      checkPassportDays(field, details, days) ??
      checkCategory(field, details, days.travelDate);
    return found ? [{ field, ...found }] : [];
  });
}

type Violation = Omit<DetailViolation, "field">;

/** What is wrong with a value by itself. */
function checkField(name: ApplicantFieldName, value: string, today: Day): Violation | undefined {
  const field = definitionOf(name);
  const { label, missing } = field;
  const invalid = (message: string): Violation => ({ code: "INVALID", message });
  if (!value) return missing === undefined ? undefined : { code: "REQUIRED", message: missing };
  if ("maxLength" in field && value.length > field.maxLength)
    return { code: "TOO_LONG", message: `${label} must be ${field.maxLength} characters or fewer` };
  const fault = findTextFault(value);
  if (fault) return invalid(`${label} ${fault}`);
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

/** The days of a passport have to follow each other, and it has to hold on the day of travel. */
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
  // A day of birth that is still to come is a fault of its own.
  const isBorn = isDay(dateOfBirth) && dateOfBirth <= today;
  if (name === "passportIssueDate" && isBorn && issued < dateOfBirth)
    return invalid(
      "This passport would be issued before its holder was born. Check both dates",
      "dateOfBirth",
    );
  if (name !== "passportExpireDate") return undefined;
  if (isDay(issued) && expires <= issued)
    return invalid("This passport would expire before it was issued. Check both dates", "passportIssueDate");
  if (isDay(travelDate) && expires < travelDate)
    return invalid("This passport will have expired on the day of travel");
  return undefined;
}

/** The category has to fit the age. */
function checkCategory(
  name: ApplicantFieldName,
  { travelerType, dateOfBirth }: ApplicantDetails,
  travelDate: Day,
): Violation | undefined {
  if (name !== "travelerType" || !travelerType) return undefined;
  const fitting = suggestTravelerType(dateOfBirth, travelDate);
  if (!fitting || travelerType === fitting) return undefined;
  return { code: "INVALID", message: `On the day of travel this traveller is ${categoryLabels[fitting]}` };
}

/** Details without a violation as a row keeps them; a category that was left out follows from the age. */
export function toColumns(details: ApplicantDetails, travelDate: Day): ApplicantColumns {
  const {
    passportNumber: _sealed,
    comments: _sealedToo,
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

/** Letters of the Latin script, and what passports print between them. */
const namePattern = /^[\p{Script=Latin}\p{M} .'’-]+$/u;

/** Returns what staff would send back, but what the rules do not refuse. */
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
      message: "Most countries want a passport that is valid for six months after the day of travel.",
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
  /** True if the form goes on only once the traveller has confirmed that the passport prints the value like this. */
  needsConfirmation?: true;
}
