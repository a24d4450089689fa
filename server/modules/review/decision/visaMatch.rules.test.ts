import { describe, expect, test } from "@jest/globals";
import { compareVisa, describeReading, hasMismatch, listMismatches, readVisaText } from "./visaMatch.rules";

const applicant = { passportNumber: "Z1234567", firstName: "Anna Maria", lastName: "D'Souza-Rão" };
const violationsOf = (onVisa: { passportNumber: string; name: string }, of = applicant) =>
  compareVisa(onVisa, of).map(({ field, code }) => `${field}: ${code}`);
const right = { passportNumber: "Z1234567", name: "Anna Maria D'Souza-Rão" };

describe("a visa matches the applicant", () => {
  test.each([
    [right],
    [{ ...right, passportNumber: " z 1234-567 " }],
    [{ ...right, name: "D’SOUZA RAO, ANNA-MARIA" }],
    [{ ...right, name: "d'souza rao/anna maria" }],
  ])("with %j", (onVisa) => {
    expect(violationsOf(onVisa)).toEqual([]);
  });

  test("if one of the names has no letters", () => {
    expect(
      violationsOf({ ...right, name: "RAJ" }, { ...applicant, firstName: "Raj", lastName: "." }),
    ).toEqual([]);
  });
});

describe("a visa does not match the applicant", () => {
  test.each([
    [{ ...right, passportNumber: "Z1234568" }, ["passportNumber: INVALID"]],
    [{ ...right, passportNumber: "Z123456" }, ["passportNumber: INVALID"]],
    [{ ...right, name: "Anna D'Souza-Rao" }, ["name: INVALID"]],
    [{ ...right, name: "Maria Anna D'Souza-Rao" }, ["name: INVALID"]],
    [{ ...right, name: "Anna Maria" }, ["name: INVALID"]],
    [{ passportNumber: "", name: "- ." }, ["passportNumber: REQUIRED", "name: REQUIRED"]],
  ])("with %j", (onVisa, violations) => {
    expect(violationsOf(onVisa)).toEqual(violations);
  });

  test("if a vowel sign of another script differs", () => {
    const hindi = { ...applicant, firstName: "रवि", lastName: "राव" };
    expect(violationsOf({ ...right, name: "रवि राव" }, hindi)).toEqual([]);
    expect(violationsOf({ ...right, name: "रव राव" }, hindi)).toEqual(["name: INVALID"]);
  });
});

describe("the text of a visa", () => {
  test.each([
    ["No. Z1234567\nName: ANNA MARIA D'SOUZA-RÃO"],
    ["Surname: DSOUZA RAO / Given names: Anna-Maria / Passport Z 1234 567"],
    ["V<IND\nZ1234567<4IND8001011F3001012\nD SOUZA RAO<<ANNA<MARIA"],
    ["D’Souza Rao, Anna Maria Z12345674IND8001011F3001012"],
  ])("names the applicant: %j", (text) => {
    expect(readVisaText(text, applicant)).toEqual({ passportNumber: true, name: true });
  });

  test.each([
    ["ANNA MARIA D'SOUZA RAO, Z12345678", { passportNumber: false, name: true }],
    ["ANNA MARIA D'SOUZA RAO, AZ1234567", { passportNumber: false, name: true }],
    ["ANNA D'SOUZA RAO, Z1234567", { passportNumber: true, name: false }],
    ["ANNA MARIA D'SOUZA RAOS, Z1234567", { passportNumber: true, name: false }],
    ["E-VISA", { passportNumber: false, name: false }],
  ])("does not fully name the applicant: %j", (text, reading) => {
    expect(readVisaText(text, applicant)).toEqual(reading);
    expect(hasMismatch(reading)).toBe(true);
    expect(listMismatches(reading)).not.toEqual([]);
  });

  test("is missing in a scan, which is not a mismatch", () => {
    for (const text of [undefined, "", " \n-"]) expect(readVisaText(text, applicant)).toBeUndefined();
    expect(hasMismatch(undefined)).toBe(false);
  });

  test("names the applicant with a single name if the other one is a dot", () => {
    const single = { ...applicant, firstName: "Raj", lastName: "." };
    expect(readVisaText("RAJ Z1234567", single)).toEqual({ passportNumber: true, name: true });
  });

  test("is described by the details found and not found", () => {
    expect(describeReading({ passportNumber: true, name: false })).toEqual([
      { text: "Passport number: found on the visa", isFound: true },
      { text: "Name: not found on the visa", isFound: false },
    ]);
    expect(describeReading(undefined)).toEqual([
      { text: "This file has no text that can be read: compare it by eye.", isFound: false },
    ]);
  });
});
