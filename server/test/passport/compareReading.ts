/** Compares a reading with the data of the generated passport. */
import type { Day } from "../../core/day.rules";
import { passportFieldNames, type PassportFieldName } from "../../modules/file/passport/decideFields.rules";
import { readNames } from "../../modules/file/passport/interpretZone.rules";
import { readBirthDay, readExpiryDay, readGender } from "../../modules/file/passport/mrzValues.rules";
import type { PassportReading } from "../../modules/file/passport/readPassport.rules";

/** The day on which all generated pictures are read. */
export const madeToday: Day = "2026-11-26";

export type FieldOutcome = "right" | "empty" | "wrong";
/** A value that the MRZ does not contain, such as a second name, is right if it stays empty. */
export type Outcomes = Record<PassportFieldName, FieldOutcome>;

export function compareReading(reading: PassportReading, lines: readonly [string, string]): Outcomes {
  const said = sayLines(lines);
  return Object.fromEntries(
    passportFieldNames.map((name): [PassportFieldName, FieldOutcome] => {
      const field = reading.fields?.[name];
      if (field?.value !== undefined) return [name, field.value === said[name] ? "right" : "wrong"];
      const isAbsent = field !== undefined && said[name] === null;
      return [name, isAbsent && !["GLARE", "UNCLEAR"].includes(field.gap) ? "right" : "empty"];
    }),
  ) as Outcomes;
}

function sayLines([upper, lower]: readonly [string, string]): Record<PassportFieldName, string | null> {
  const { surname, givenNames } = readNames(upper);
  const isCut = !upper.endsWith("<");
  return {
    lastName: isCut && !givenNames ? null : surname,
    firstName: isCut || !givenNames ? null : givenNames,
    gender: readGender(lower[20]!),
    dateOfBirth: readBirthDay(lower.slice(13, 19), madeToday),
    passportNumber: lower.slice(0, 9).replace(/<+$/, ""),
    passportExpireDate: readExpiryDay(lower.slice(21, 27)),
    nationality: lower.slice(10, 13).replaceAll("<", ""),
  };
}
