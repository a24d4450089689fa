import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { computeCheckDigit } from "../../file/passport/mrzCharacters.rules";
import { readMrz } from "./mrz.rules";
import { checkMrzLines, findLineViolation, normaliseMrzLine } from "../../applicant/mrzLines.rules";

/** The specimen of ICAO Doc 9303, part 4. */
const line1 = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
const line2 = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";
const today = "2026-11-22";

const messagesOf = (first: string, second: string) =>
  readMrz([first, second], today).faults.map(({ line, message }) => `${line}: ${message}`);
const replaceAt = (text: string, at: number, character: string) =>
  text.slice(0, at) + character + text.slice(at + 1);

/** Returns a valid lower line with these parts. */
function makeLine2({
  number = "L898902C3",
  nationality = "UTO",
  birth = "740812",
  sex = "F",
  expiry = "120415",
  optional = "ZE184226B<<<<<",
  optionalCheck = computeCheckDigit(optional),
} = {}): string {
  const [first, second, third] = [number, birth, expiry].map((part) => part + computeCheckDigit(part));
  const end = optional + optionalCheck;
  const composite = computeCheckDigit(`${first}${second}${third}${end}`);
  return `${first}${nationality}${second}${sex}${third}${end}${composite}`;
}

describe("the specimen", () => {
  test("is read as ICAO describes it, without faults", () => {
    expect(readMrz([line1, line2], today)).toEqual({
      faults: [],
      data: {
        documentCode: "P",
        issuingCountry: "UTO",
        surname: "ERIKSSON",
        givenNames: "ANNA MARIA",
        areNamesCut: false,
        passportNumber: "L898902C3",
        nationality: "UTO",
        dateOfBirth: "1974-08-12",
        gender: "FEMALE",
        expireDate: "2012-04-15",
      },
    });
    expect(makeLine2()).toBe(line2);
  });

  test("is accepted in lower case, with spaces and with a line break", () => {
    expect(normaliseMrzLine(" p<uto eriksson«anna<maria ")).toBe("P<UTOERIKSSON<<ANNA<MARIA");
    expect(checkMrzLines(line1.toLowerCase(), `${line2}\n`)).toEqual({
      lines: [line1, line2],
      violations: [],
    });
  });
});

describe("MRZ lines", () => {
  test("with invalid characters or lengths are rejected", () => {
    expect(findLineViolation(line1)).toBeUndefined();
    expect(findLineViolation(line1.slice(1))).toBe("The line must have 44 characters; this one has 43");
    expect(findLineViolation(replaceAt(line1, 6, "É"))).toContain("The line has É, which is never in it");
    expect(readMrz([line1.slice(1), line2], today)).toEqual({
      data: null,
      faults: [{ line: 1, message: "The line must have 44 characters; this one has 43" }],
    });
  });

  test("are accepted only as a pair", () => {
    expect(checkMrzLines("", " ")).toEqual({ lines: null, violations: [] });
    expect(checkMrzLines(null, undefined)).toEqual({ lines: null, violations: [] });
    expect(checkMrzLines(line1, "").violations).toEqual([
      { line: 2, code: "REQUIRED", message: "Enter both lines, or none" },
    ]);
    expect(checkMrzLines("P<", line2).violations).toMatchObject([{ line: 1, code: "INVALID" }]);
  });

  test("with impossible values have a fault for each of them", () => {
    expect(messagesOf("V<UTO1RIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", line2)).toEqual([
      "1: The first line must begin with P",
      "1: Names must not contain digits",
    ]);
    expect(messagesOf(`P<<<<${"<".repeat(39)}`, line2)).toEqual([
      "1: The issuing country must be a code of letters",
      "1: The name is missing",
    ]);
    expect(messagesOf(line1, makeLine2({ number: "<<<<<<<<<", nationality: "1<<", sex: "K" }))).toEqual([
      "2: The passport number is missing",
      "2: The nationality must be a code of letters",
      "2: The sex must be M, F or <",
    ]);
    expect(messagesOf(line1, makeLine2({ birth: "741332", expiry: "AAAAAA" }))).toEqual([
      "2: The date of birth is not a valid date",
      "2: The expiry date is not a valid date",
    ]);
  });
});

describe("the parsed data", () => {
  const read = (parts: Parameters<typeof makeLine2>[0], first = line1) =>
    readMrz([first, makeLine2(parts)], today);

  test("has no birth dates in the future, and only expiry dates in this century", () => {
    for (const [birth, day] of [
      ["261122", "2026-11-22"],
      ["261123", "1926-11-23"],
      ["000229", "2000-02-29"],
      ["270101", "1927-01-01"],
    ])
      expect(read({ birth }).data?.dateOfBirth).toBe(day);
    expect(read({ expiry: "750101" }).data?.expireDate).toBe("2075-01-01");
  });

  test("has no faults if the check digit of absent optional data is a filler", () => {
    const empty = "<".repeat(14);
    expect(read({ optional: empty, optionalCheck: "<" }).faults).toEqual([]);
    expect(read({ optional: empty, optionalCheck: "0" }).faults).toEqual([]);
    expect(read({ optionalCheck: "<" }).faults.map(({ message }) => message)).toEqual([
      "The check digit of the optional data, character 43, does not match",
    ]);
  });

  test("has a sex of M, F or unspecified", () => {
    expect(["M", "F", "<", "X", "K"].map((sex) => read({ sex }).data?.gender)).toEqual([
      ...["MALE", "FEMALE", "OTHER", "OTHER", null],
    ]);
  });

  test("splits names of one or more parts, and flags names cut off at the end of the line", () => {
    const name = (text: string) => {
      const { surname, givenNames, areNamesCut } = readMrz(
        [`P<IND${text.padEnd(39, "<")}`, line2],
        today,
      ).data!;
      return [surname, givenNames, areNamesCut];
    };
    expect(name("RAJ")).toEqual(["RAJ", "", false]);
    expect(name("VAN<DER<MEER<<ANNA<MARIA")).toEqual(["VAN DER MEER", "ANNA MARIA", false]);
    expect(name("NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K")).toEqual([
      ...["NILAVADHANANANDA", "CHAYAPA DEJTHAMRONG K"],
      true,
    ]);
  });
});

describe("check digits", () => {
  test("match ICAO's examples", () => {
    expect(["L898902C3", "740812", "120415", "ZE184226B<<<<<", "AB2134<<<"].map(computeCheckDigit)).toEqual([
      ...["6", "2", "9", "1", "5"],
    ]);
  });

  const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
  const valueOf = (character: string) => (character === "<" ? 0 : parseInt(character, 36));
  /** The positions that check digits cover: all except nationality and sex. */
  const checkedPlaces = [...line2].flatMap((_, at) => ((at >= 10 && at < 13) || at === 20 ? [] : [at]));
  const text = (pattern: string, length: number) =>
    fc
      .array(fc.constantFrom(...pattern), { minLength: length, maxLength: length })
      .map((parts) => parts.join(""));
  const lines = fc
    .record({ number: text(characters, 9), optional: text(characters, 14) })
    .filter(({ number }) => number !== "<<<<<<<<<")
    .map((parts) => makeLine2(parts));

  test("detect any single wrong character, unless its value equals the correct value modulo 10", () => {
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom(...checkedPlaces),
        fc.constantFrom(...characters),
        (right, at, wrong) => {
          fc.pre(right[at] !== wrong);
          const changed = replaceAt(right, at, wrong);
          fc.pre(!/^<+$/.test(changed.slice(0, 9)));
          const isSeen = messagesOf(line1, changed).length > 0;
          // Only digits are valid in check digits and dates, so even a wrong character of equal value is detected there.
          const isDigit = at === 9 || (at >= 13 && at < 28) || at >= 42;
          const isPair = valueOf(right[at]!) % 10 === valueOf(wrong) % 10;
          const fillerForNothing = at === 42 && wrong === "<" && /^<+$/.test(changed.slice(28, 42));
          expect([right, at, wrong, isSeen]).toEqual([
            right,
            at,
            wrong,
            isDigit ? !fillerForNothing : !isPair,
          ]);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("do not distinguish characters of equal value modulo 10", () => {
    const classes = Array.from({ length: 10 }, (_, digit) =>
      [...characters].filter((character) => valueOf(character) % 10 === digit).join(""),
    );
    expect(classes).toEqual(["0AKU<", "1BLV", "2CMW", "3DNX", "4EOY", "5FPZ", "6GQ", "7HR", "8IS", "9JT"]);
    for (const one of classes)
      expect(new Set([...one].map((character) => computeCheckDigit(`L8989${character}2C3`))).size).toBe(1);
  });

  test("accept all valid lines, whatever the number and the optional data", () => {
    fc.assert(fc.property(lines, (line) => expect(messagesOf(line1, line)).toEqual([])));
  });
});
