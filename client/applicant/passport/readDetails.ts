/** Converts values read from a passport to form values, and compares the two. */
import type { ApplicantDetails } from "../../../server/modules/applicant/applicant.rules";
import {
  passportFieldNames,
  type PassportFields,
} from "../../../server/modules/file/passport/decideFields.rules";
import { foldName } from "../../../server/modules/review/mrz/mrzComparison.rules";

/** Fields of the form that a passport fills in. */
export const readNames = [...passportFieldNames, "passportCountry"] as const;
export type ReadName = (typeof readNames)[number];
export type ReadDetails = Partial<Pick<ApplicantDetails, ReadName>>;

/** The form's words for the most common country code. Other codes are not replaced, because staff can read them. */
const words: Partial<Record<ReadName, Readonly<Record<string, string>>>> = {
  nationality: { IND: "INDIAN" },
  passportCountry: { IND: "INDIA" },
};

/** Returns the reliably read values in the form's spelling. */
export function toReadDetails(fields: PassportFields, [upperLine]: readonly [string, string]): ReadDetails {
  const issuer = upperLine.slice(2, 5).replaceAll("<", "");
  // The issuing country has no check digit, so it is used only if it equals the nationality in the other line.
  const passportCountry = issuer === fields.nationality.value ? issuer : undefined;
  const read = readNames.flatMap((name) => {
    const value = name === "passportCountry" ? passportCountry : fields[name].value;
    return value === undefined ? [] : [[name, words[name]?.[value] ?? value]];
  });
  return Object.fromEntries(read) as ReadDetails;
}

/** Whether a typed value equals the one read; names are compared without accents and hyphens, which the MRZ lacks. */
export function isAsRead(name: ReadName, typed: string, read: string): boolean {
  if (name === "firstName" || name === "lastName") return foldName(typed) === foldName(read);
  return typed.trim().toUpperCase() === read.toUpperCase();
}

/** True if both readings agree and share a value that another person's passport is unlikely to have. */
export function isSamePassport(one: ReadDetails, other: ReadDetails): boolean {
  const shared = readNames.filter((name) => one[name] !== undefined && other[name] !== undefined);
  const isSame = shared.every((name) => one[name] === other[name]);
  return isSame && shared.some((name) => name === "passportNumber" || name === "dateOfBirth");
}
