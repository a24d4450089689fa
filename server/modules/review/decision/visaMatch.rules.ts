/**
 * Whether a visa is this traveller's: what was typed from it and its text, compared with the application. Pure; the
 * console uses the same.
 */

/** What is typed from the visa. */
export interface TypedVisa {
  passportNumber: string;
  name: string;
}

/** Structurally a `Violation` of `server/errors.ts`, which rules may not know. */
export interface VisaMismatch {
  field: keyof TypedVisa;
  code: "REQUIRED" | "INVALID";
  message: string;
}

/** What a visa has to name. */
interface NamedHolder {
  passportNumber: string;
  firstName: string;
  lastName: string;
}

/** Each thing on the visa that is not the application's. */
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
  if (!folded)
    return [{ field, code: "REQUIRED", message: `Enter the ${ofField} as it appears on the visa` }];
  return allowed.map(fold).includes(folded)
    ? []
    : [{ field, code: "INVALID", message: `The ${ofField} on the visa does not match the application` }];
}

/** What of the traveller is in the text of a visa. */
export interface VisaReading {
  passportNumber: boolean;
  name: boolean;
}

/** Looks for the traveller in the text of a visa. Undefined if there is no text, as in a scan. */
export function readVisaText(text: string | undefined, applicant: NamedHolder): VisaReading | undefined {
  if (!text || !fold(text)) return undefined;
  const capitals = toCapitals(text);
  // A single name is often entered as both, or the other as a dot.
  const names = [applicant.firstName, applicant.lastName].filter((name) => fold(name));
  return {
    passportNumber: stands(applicant.passportNumber, capitals),
    name: names.length > 0 && names.every((name) => stands(name, capitals)),
  };
}

/** What is missing where the text of a visa does not name the traveller, in the words of the form. */
export const noReasonForMismatch = "Say why you approve a visa that does not match";

/** What is not on the visa, in words; empty if all is, or there is no text. */
export function listMismatches(reading: VisaReading | undefined): string[] {
  if (!reading) return [];
  return [
    ...(reading.passportNumber ? [] : ["the passport number is not on the visa"]),
    ...(reading.name ? [] : ["the name is not on the visa"]),
  ];
}

export const hasMismatch = (reading: VisaReading | undefined): boolean =>
  reading !== undefined && !(reading.passportNumber && reading.name);

/** The reading in words for staff. */
export function describeReading(reading: VisaReading | undefined): { text: string; isFound: boolean }[] {
  if (!reading)
    return [{ text: "This file has no text that can be read: compare it by eye.", isFound: false }];
  const describe = (what: string, isFound: boolean) => ({
    text: `${what}: ${isFound ? "found" : "not found"} on the visa`,
    isFound,
  });
  return [describe("Passport number", reading.passportNumber), describe("Name", reading.name)];
}

/** Whether the words stand in the text on their own, however they are spaced and hyphenated. */
function stands(words: string, capitals: string): boolean {
  const characters = [...fold(words)];
  if (characters.length === 0) return false;
  const spaced = characters.join("[^\\p{L}\\p{M}\\p{N}]{0,3}");
  // In a machine-readable zone a check digit, the nationality and the date of birth follow a number without a space.
  const end = "(?![\\p{L}\\p{M}\\p{N}])|(?=\\d[A-Z<]{3}\\d{6})";
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${spaced}(?:${end})`, "u").test(capitals);
}

/** Letters and digits alone, in capitals: authorities write spaces, hyphens, commas and accents as they like. */
function fold(text: string): string {
  return toCapitals(text).replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}

function toCapitals(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase();
}
