/**
 * Decides which MRZ fields were read reliably enough to prefill the form. A check digit alone is not enough: in a
 * test, 55 of 5,480 values that passed it were wrong (docs/passport-reading.md).
 */
import type { Day } from "../../../core/day.rules";
import {
  checkedFields,
  checkField,
  interpretCells,
  namesFrom,
  readNames,
  type CheckedField,
  type CheckedValue,
  type InterpretedZone,
  type ReadCharacter,
} from "./interpretZone.rules";
import { isIssuingState } from "./issuingStates.rules";
import { cellsPerLine } from "./mrzCharacters.rules";
import { readBirthDay, readExpiryDay, readGender } from "./mrzValues.rules";
import type { ZoneReading } from "./readLines.rules";

/** The reason why a field stays empty. */
export type FieldGap = "GLARE" | "UNCLEAR" | "CUT_OFF" | "ONE_NAME";

export type FieldReading = { value: string; gap?: undefined } | { value?: undefined; gap: FieldGap };

/** The names are those of an applicant's fields. */
export const passportFieldNames = [
  "firstName",
  "lastName",
  "gender",
  "dateOfBirth",
  "passportNumber",
  "passportExpireDate",
  "nationality",
] as const;
export type PassportFieldName = (typeof passportFieldNames)[number];
export type PassportFields = Record<PassportFieldName, FieldReading>;

const minConfidence = 0.8;
/** Minimum probability that a cell contains a character, for it to count as read. */
const minInk = 0.5;
/** Minimum probability that the cell has one of the characters that its kind allows. */
const minMass = 0.5;
/** The second network vetoes a character to which it gives a lower probability than this. */
const minOtherShare = 0.06;
const nationalityAt = { from: 10, to: 13 };
const sexAt = 20;

/** The positions of each field's characters in its MRZ line, including the check digit. */
const places: Record<PassportFieldName, { line: 0 | 1; from: number; to: number }> = {
  firstName: { line: 0, from: namesFrom, to: cellsPerLine },
  lastName: { line: 0, from: namesFrom, to: cellsPerLine },
  gender: { line: 1, from: sexAt, to: sexAt + 1 },
  dateOfBirth: { line: 1, from: 13, to: 20 },
  passportNumber: { line: 1, from: 0, to: 10 },
  passportExpireDate: { line: 1, from: 21, to: 28 },
  nationality: { line: 1, ...nationalityAt },
};

/** The MRZ as both networks read it. */
interface Opinions {
  first: InterpretedZone;
  second: InterpretedZone;
  glare: { upper: readonly boolean[]; lower: readonly boolean[] };
}

export function decideFields([upper, lower]: ZoneReading, today: Day): PassportFields {
  const opinions: Opinions = {
    first: interpretCells(upper.cells, lower.cells),
    second: interpretCells(upper.otherCells, lower.otherCells),
    glare: { upper: upper.hasGlare, lower: lower.hasGlare },
  };
  const number = decideChecked(opinions, "passportNumber");
  const birth = decideChecked(opinions, "dateOfBirth");
  const expiry = decideChecked(opinions, "passportExpireDate");
  return {
    ...decideNames(opinions),
    gender: decideSex(opinions),
    dateOfBirth: mapValue(birth, (text) => readBirthDay(text, today)),
    passportNumber: mapValue(number, (text) => text.replace(/<+$/, "")),
    passportExpireDate: mapValue(expiry, readExpiryDay),
    nationality: decideNationality(opinions),
  };
}

/** True if reading the line a second time may yield a field that the first reading left empty. */
export function isLineUnclear(fields: PassportFields, line: number): boolean {
  return passportFieldNames.some((name) => places[name].line === line && fields[name].gap === "UNCLEAR");
}

interface DecidedZone {
  fields: PassportFields;
  lines: readonly [string, string];
}

/** Adds the fields that are reliable only in the second reading, if both readings have the same characters there. */
export function confirmFields(first: DecidedZone, second: DecidedZone): PassportFields {
  const decided = passportFieldNames.map((name): [PassportFieldName, FieldReading] => {
    const { line, from, to } = places[name];
    const isSame = first.lines[line].slice(from, to) === second.lines[line].slice(from, to);
    const isConfirmed = isSame && first.fields[name].gap === "UNCLEAR";
    return [name, isConfirmed ? second.fields[name] : first.fields[name]];
  });
  return Object.fromEntries(decided) as PassportFields;
}

function mapValue(reading: FieldReading, map: (value: string) => string | null): FieldReading {
  const value = reading.value === undefined ? null : map(reading.value);
  return value === null ? { gap: reading.gap ?? "UNCLEAR" } : { value };
}

const count = (flags: readonly boolean[]) => flags.filter(Boolean).length;
const product = (cells: readonly ReadCharacter[]) => cells.reduce((all, { share }) => all * share, 1);
const hasInk = (cells: readonly ReadCharacter[]) => cells.every(({ ink }) => ink > minInk);
const hasMass = (cells: readonly ReadCharacter[]) => cells.every(({ mass }) => mass > minMass);

function decide(value: string, { glare, isSure }: { glare: boolean; isSure: boolean }): FieldReading {
  if (glare) return { gap: "GLARE" };
  return isSure ? { value } : { gap: "UNCLEAR" };
}

function decideChecked({ first, second, glare }: Opinions, field: CheckedField): FieldReading {
  const { from, to } = checkedFields[field];
  const cells = first.lower.slice(from, to + 1);
  const checked = checkField(first.lower, field);
  // The check digit detects glare on one character of a date, but not of a number, which may contain letters.
  const maxGlare = field === "passportNumber" ? 0 : 1;
  return decide(checked.text, {
    glare: count(glare.lower.slice(from, to + 1)) > maxGlare,
    isSure:
      checked.fits &&
      checked.confidence > minConfidence &&
      hasInk(cells) &&
      !objects(second, checked, from, first.lower[to]!.character),
  });
}

function objects(second: InterpretedZone, { text }: CheckedValue, from: number, digit: string): boolean {
  return [...text, digit].some((character, index) => {
    const cell = second.lower[from + index]!;
    const known = [cell, ...cell.others].find((one) => one.character === character);
    return !known || known.share < minOtherShare;
  });
}

function decideNames({ first, second, glare }: Opinions): Pick<PassportFields, "firstName" | "lastName"> {
  const names = readNames(first.lines[0]);
  const other = readNames(second.lines[0]);
  const used = first.upper.slice(namesFrom, namesFrom + names.cells);
  const reading = decide(names.surname, {
    glare: count(glare.upper.slice(namesFrom, namesFrom + names.cells)) > 0,
    isSure:
      names.surname === other.surname &&
      names.givenNames === other.givenNames &&
      names.isPlausible &&
      hasInk(first.upper.slice(namesFrom)) &&
      product(used) > minConfidence,
  });
  if (reading.gap) return { lastName: reading, firstName: reading };
  // If the names reach the end of the line, the last one may be cut off.
  const isCut = !first.lines[0].endsWith("<");
  if (!names.givenNames)
    return { lastName: isCut ? { gap: "CUT_OFF" } : reading, firstName: { gap: "ONE_NAME" } };
  return { lastName: reading, firstName: isCut ? { gap: "CUT_OFF" } : { value: names.givenNames } };
}

function decideNationality({ first, second, glare }: Opinions): FieldReading {
  const { from, to } = nationalityAt;
  const code = first.lines[1].slice(from, to);
  const cells = first.lower.slice(from, to);
  return decide(code.replaceAll("<", ""), {
    glare: count(glare.lower.slice(from, to)) > 0,
    isSure:
      code === second.lines[1].slice(from, to) &&
      isIssuingState(code) &&
      hasInk(cells) &&
      product(cells) > minConfidence &&
      // The nationality has no check digit. If the next field's digit fits, the line was read at the right position.
      checkField(first.lower, "dateOfBirth").fits,
  });
}

function decideSex({ first, second, glare }: Opinions): FieldReading {
  const [cell, other] = [first.lower[sexAt]!, second.lower[sexAt]!];
  const isSure =
    cell.character === other.character && cell.share > minConfidence && hasInk([cell]) && hasMass([cell]);
  return mapValue(decide(cell.character, { glare: glare.lower[sexAt]!, isSure }), readGender);
}
