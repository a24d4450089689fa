/** What was typed for a traveller beside what the machine-readable zone of the passport says. Pure. */
import type { ApplicantDetails } from "../../applicant/applicant.rules";
import type { CorrectableField } from "../../applicant/applicantFields.rules";
import type { MrzData } from "./mrz.rules";

/** One field, typed and as in the zone. */
export interface MrzField {
  field: CorrectableField;
  typed: string;
  /** Null where it cannot be read. */
  read: string | null;
  isSame: boolean;
}

/**
 * Each field that both have, in the order of the form. Left out is what cannot be told: a country that we do not know by
 * its code, a name in another script, or one that the zone had no room for.
 */
export function compareMrz(typed: ApplicantDetails, data: MrzData): MrzField[] {
  const exact = (field: CorrectableField, value: string, read: string | null): MrzField[] => [
    { field, typed: value, read, isSame: value === read },
  ];
  const { surname, givenNames, areNamesCut } = data;
  // Only the last name on the line can have lost its end.
  const isSurnameCut = areNamesCut && !givenNames;
  return [
    ...(isSurnameCut ? [] : compareName("FIRST_NAME", typed.firstName, givenNames, areNamesCut)),
    ...compareName("LAST_NAME", typed.lastName, surname, isSurnameCut),
    ...exact("GENDER", typed.gender, data.gender),
    ...exact("DATE_OF_BIRTH", typed.dateOfBirth, data.dateOfBirth),
    ...exact("PASSPORT_NUMBER", typed.passportNumber, data.passportNumber || null),
    ...exact("PASSPORT_EXPIRE_DATE", typed.passportExpireDate, data.expireDate),
    ...compareCountry("NATIONALITY", typed.nationality, data.nationality),
    ...compareCountry("PASSPORT_COUNTRY", typed.passportCountry, data.issuingCountry),
  ];
}

/** The letters A to Z of a name alone: accents, spaces, hyphens, apostrophes and fillers tell no names apart. */
export function foldName(name: string): string {
  return name
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z]/g, "");
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

/** The words that the form has, by the code of the zone. A longer list would have to be kept right. */
const countryCodes: ReadonlyMap<string, string> = new Map([
  ["INDIAN", "IND"],
  ["INDIA", "IND"],
]);

/** Different only where we know both: what somebody typed may be right in words that are not in our list. */
function compareCountry(field: "NATIONALITY" | "PASSPORT_COUNTRY", typed: string, code: string): MrzField[] {
  const word = typed.trim().toUpperCase();
  const known = countryCodes.get(word);
  const isSame = code !== "" && (word === code || known === code);
  return isSame || (known && code) ? [{ field, typed, read: code, isSame }] : [];
}
