/**
 * The machine-readable zone of a passport (ICAO Doc 9303, part 4: TD3, two lines of 44 characters). Pure; the
 * client uses the same rules. Passport numbers longer than nine characters are not supported.
 */
import { findLineViolation } from "../../applicant/mrzLines.rules";
import type { Day } from "../../../core/day.rules";
import { computeCheckDigit } from "../../file/passport/mrzCharacters.rules";
import { readBirthDay, readExpiryDay, readGender } from "../../file/passport/mrzValues.rules";

export interface MrzFault {
  line: 1 | 2;
  message: string;
}

/** The parsed lines; unreadable values are null. */
export interface MrzData {
  /** `P`, with the letter after it if there is one. */
  documentCode: string;
  /** ISO 3166-1 alpha-3, or one of ICAO's own codes. */
  issuingCountry: string;
  surname: string;
  givenNames: string;
  /** True if the names fill the line and may be cut off. */
  areNamesCut: boolean;
  passportNumber: string;
  nationality: string;
  dateOfBirth: Day | null;
  gender: "MALE" | "FEMALE" | "OTHER" | null;
  expireDate: Day | null;
}

/** The spans that each check digit covers; positions start at 0, ends are exclusive. */
const checks = [
  { name: "passport number", spans: [[0, 9]], at: 9 },
  { name: "date of birth", spans: [[13, 19]], at: 19 },
  { name: "expiry date", spans: [[21, 27]], at: 27 },
  { name: "optional data", spans: [[28, 42]], at: 42 },
  {
    name: "whole line",
    spans: [
      [0, 10],
      [13, 20],
      [21, 43],
    ],
    at: 43,
  },
] as const;

/** Parses normalised lines and returns their faults. `today` determines the century of two-digit years. */
export function readMrz(
  [line1, line2]: readonly [string, string],
  today: Day,
): { data: MrzData | null; faults: MrzFault[] } {
  const lineFaults = ([line1, line2] as const).flatMap((line, index): MrzFault[] => {
    const message = findLineViolation(line);
    return message ? [{ line: index === 0 ? 1 : 2, message }] : [];
  });
  if (lineFaults.length > 0) return { data: null, faults: lineFaults };

  const [surname = "", givenNames = ""] = line1.slice(5).split("<<");
  const data: MrzData = {
    documentCode: withoutFillers(line1.slice(0, 2)),
    issuingCountry: withoutFillers(line1.slice(2, 5)),
    surname: withoutFillers(surname),
    givenNames: withoutFillers(givenNames),
    areNamesCut: !line1.endsWith("<"),
    passportNumber: withoutFillers(line2.slice(0, 9)).replaceAll(" ", ""),
    nationality: withoutFillers(line2.slice(10, 13)),
    dateOfBirth: readBirthDay(line2.slice(13, 19), today),
    gender: readGender(line2.slice(20, 21)),
    expireDate: readExpiryDay(line2.slice(21, 27)),
  };
  return { data, faults: [...checkFirstLine(line1, data), ...checkSecondLine(line2, data)] };
}

function checkFirstLine(line1: string, data: MrzData): MrzFault[] {
  const messages: string[] = [];
  if (!line1.startsWith("P")) messages.push("The first line must begin with P");
  if (!/^[A-Z]{1,3}$/.test(data.issuingCountry))
    messages.push("The issuing country must be a code of letters");
  if (/[0-9]/.test(line1.slice(5))) messages.push("Names must not contain digits");
  if (!data.surname) messages.push("The name is missing");
  return messages.map((message) => ({ line: 1, message }));
}

function checkSecondLine(line2: string, data: MrzData): MrzFault[] {
  const messages: string[] = [];
  if (!data.passportNumber) messages.push("The passport number is missing");
  if (!/^[A-Z]{1,3}$/.test(data.nationality)) messages.push("The nationality must be a code of letters");
  if (!data.dateOfBirth) messages.push("The date of birth is not a valid date");
  if (!data.gender) messages.push("The sex must be M, F or <");
  if (!data.expireDate) messages.push("The expiry date is not a valid date");
  for (const { name, spans, at } of checks) {
    const checked = spans.map(([from, to]) => line2.slice(from, to)).join("");
    const found = line2[at]!;
    // If there is no optional data, the check digit may be a filler.
    if (name === "optional data" && found === "<" && /^<+$/.test(checked)) continue;
    if (found !== computeCheckDigit(checked))
      messages.push(`The check digit of the ${name}, character ${at + 1}, does not match`);
  }
  return messages.map((message) => ({ line: 2, message }));
}

function withoutFillers(text: string): string {
  return text.replaceAll("<", " ").replace(/\s+/g, " ").trim();
}
