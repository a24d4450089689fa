/**
 * Compares a visa with the application: the values that staff typed from it, and its text. Pure; the console
 * uses the same rules.
 */
import { invalid, missing, type InputViolation } from "../../../core/text.rules";
import type { ApplicantDetails } from "../../applicant/applicant.rules";

export interface TypedVisa {
  passportNumber: string;
  name: string;
}

export type VisaMismatch = InputViolation<keyof TypedVisa>;

type NamedHolder = Pick<ApplicantDetails, "passportNumber" | "firstName" | "lastName">;

/** Returns a violation for each typed value that differs from the application. */
export function compareVisa(onVisa: TypedVisa, applicant: NamedHolder): VisaMismatch[] {
  return [
    ...compare("passportNumber", onVisa.passportNumber, [applicant.passportNumber]),
    ...compare("name", onVisa.name, [
      `${applicant.firstName} ${applicant.lastName}`,
      `${applicant.lastName} ${applicant.firstName}`,
    ]),
  ];
}

const fieldLabels = { passportNumber: "passport number", name: "name" } as const;

function compare(field: keyof TypedVisa, typed: string, allowed: readonly string[]): VisaMismatch[] {
  const folded = fold(typed);
  const ofField = fieldLabels[field];
  if (!folded) return [missing(field, `Enter the ${ofField} as it appears on the visa`)];
  return allowed.map(fold).includes(folded)
    ? []
    : [invalid(field, `The ${ofField} on the visa does not match the application`)];
}

export type VisaReading = Record<keyof TypedVisa, boolean>;

/**
 * Searches the text of a visa for the applicant's name and passport number. Returns undefined if there is no text, as
 * in a scan.
 */
export function readVisaText(text: string | undefined, applicant: NamedHolder): VisaReading | undefined {
  if (!text || !fold(text)) return undefined;
  const capitals = toCapitals(text);
  // A person with a single name often enters a dot as the other one, so names without letters are ignored.
  const names = [applicant.firstName, applicant.lastName].filter((name) => fold(name));
  return {
    passportNumber: stands(applicant.passportNumber, capitals),
    name: names.length > 0 && names.every((name) => stands(name, capitals)),
  };
}

export const noReasonForMismatch = "Say why you approve a visa that does not match";

/** Returns a message for each detail that is missing on the visa; none if all were found or the visa has no text. */
export function listMismatches(reading: VisaReading | undefined): string[] {
  if (!reading) return [];
  return [
    ...(reading.passportNumber ? [] : ["the passport number is not on the visa"]),
    ...(reading.name ? [] : ["the name is not on the visa"]),
  ];
}

export const hasMismatch = (reading: VisaReading | undefined) => listMismatches(reading).length > 0;

export function describeReading(reading: VisaReading | undefined): { text: string; isFound: boolean }[] {
  if (!reading)
    return [{ text: "This file has no text that can be read: compare it by eye.", isFound: false }];
  const describe = (what: string, isFound: boolean) => ({
    text: `${what}: ${isFound ? "found" : "not found"} on the visa`,
    isFound,
  });
  return [describe("Passport number", reading.passportNumber), describe("Name", reading.name)];
}

/** True if the text contains the words as whole words, regardless of spaces and hyphens between them. */
function stands(words: string, capitals: string): boolean {
  const characters = [...fold(words)];
  if (characters.length === 0) return false;
  const spaced = characters.join("[^\\p{L}\\p{M}\\p{N}]{0,3}");
  // In an MRZ, the check digit, nationality and date of birth follow the number without a space.
  const end = "(?![\\p{L}\\p{M}\\p{N}])|(?=\\d[A-Z<]{3}\\d{6})";
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${spaced}(?:${end})`, "u").test(capitals);
}

/** Returns only letters and digits, in capitals, because authorities vary spaces, hyphens, commas and accents. */
function fold(text: string): string {
  return toCapitals(text).replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

function toCapitals(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase();
}
