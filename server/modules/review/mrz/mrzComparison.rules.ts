import type { ApplicantDetails } from "../../applicant/applicant.rules";
import type { CorrectableField } from "../../applicant/applicantFields.rules";
import type { MrzData } from "./mrz.rules";

export interface MrzField {
  field: CorrectableField;
  typed: string;
  /** Null if the MRZ has no readable value. */
  read: string | null;
  isSame: boolean;
}

/**
 * Compares the fields that the form and the MRZ have in common, in form order. Leaves out countries with an unknown
 * code, names in another script, and names that did not fit in the MRZ.
 */
export function compareMrz(typed: ApplicantDetails, data: MrzData): MrzField[] {
  const exact = (field: CorrectableField, value: string, read: string | null): MrzField[] => [
    { field, typed: value, read, isSame: value === read },
  ];
  const { surname, givenNames, areNamesCut } = data;
  // The surname is cut off only if no given names follow it.
  const isSurnameCut = areNamesCut && !givenNames;
  const names = [
    ...(isSurnameCut ? [] : compareName("FIRST_NAME", typed.firstName, givenNames, areNamesCut)),
    ...compareName("LAST_NAME", typed.lastName, surname, isSurnameCut),
  ];
  return [
    ...(isOnlyName(typed, data) ? names.map((name) => ({ ...name, isSame: true })) : names),
    ...exact("GENDER", typed.gender, data.gender),
    ...exact("DATE_OF_BIRTH", typed.dateOfBirth, data.dateOfBirth),
    ...exact("PASSPORT_NUMBER", typed.passportNumber, data.passportNumber || null),
    ...exact("PASSPORT_EXPIRE_DATE", typed.passportExpireDate, data.expireDate),
    ...compareCountry("NATIONALITY", typed.nationality, data.nationality),
    ...compareCountry("PASSPORT_COUNTRY", typed.passportCountry, data.issuingCountry),
  ];
}

/** Returns only the letters A to Z, so that accents, spaces, hyphens and fillers do not matter. */
export function foldName(name: string): string {
  return name
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z]/g, "");
}

/** True if the passport has a single name that was typed as both names, or as one of them with a dot as the other. */
function isOnlyName(typed: ApplicantDetails, { surname, givenNames }: MrzData): boolean {
  const names = [typed.firstName, typed.lastName].map(foldName).filter(Boolean);
  return !givenNames && names.length > 0 && names.every((name) => name === foldName(surname));
}

function compareName(
  field: "FIRST_NAME" | "LAST_NAME",
  typed: string,
  read: string,
  isCut: boolean,
): MrzField[] {
  const [ofTyped, ofRead] = [foldName(typed), foldName(read)];
  const isOtherScript = /\p{L}/u.test(typed.normalize("NFD").replace(/[A-Za-z]/g, ""));
  if (isOtherScript) return [];
  const isSame = isCut ? ofRead !== "" && ofTyped.startsWith(ofRead) : ofTyped === ofRead;
  return [{ field, typed, read: read || null, isSame }];
}

/** MRZ codes of the form's default countries. Not a complete list, because that would have to be maintained. */
const countryCodes: ReadonlyMap<string, string> = new Map([
  ["INDIAN", "IND"],
  ["INDIA", "IND"],
]);

/** Reports a difference only if the typed country is in the list, because an unlisted one may be right. */
function compareCountry(field: "NATIONALITY" | "PASSPORT_COUNTRY", typed: string, code: string): MrzField[] {
  const word = typed.trim().toUpperCase();
  const known = countryCodes.get(word);
  const isSame = code !== "" && (word === code || known === code);
  return isSame || (known && code) ? [{ field, typed, read: code, isSame }] : [];
}
