import { describe, expect, test } from "@jest/globals";
import { compareVisa } from "./visaMatch.rules";

const applicant = { passportNumber: "Z1234567", firstName: "Anna Maria", lastName: "D'Souza-Rão" };
const violationsOf = (onVisa: { passportNumber: string; name: string }, of = applicant) =>
  compareVisa(onVisa, of).map(({ field, code }) => `${field}: ${code}`);
const right = { passportNumber: "Z1234567", name: "Anna Maria D'Souza-Rão" };

describe("a visa is the traveller's", () => {
  test.each([
    [right],
    [{ ...right, passportNumber: " z 1234-567 " }],
    [{ ...right, name: "D’SOUZA RAO, ANNA-MARIA" }],
    [{ ...right, name: "d'souza rao/anna maria" }],
  ])("with %j", (onVisa) => {
    expect(violationsOf(onVisa)).toEqual([]);
  });

  test("where one of the names is none", () => {
    expect(
      violationsOf({ ...right, name: "RAJ" }, { ...applicant, firstName: "Raj", lastName: "." }),
    ).toEqual([]);
  });
});

describe("a visa is not the traveller's", () => {
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

  test("where a vowel sign of another script differs", () => {
    const hindi = { ...applicant, firstName: "रवि", lastName: "राव" };
    expect(violationsOf({ ...right, name: "रवि राव" }, hindi)).toEqual([]);
    expect(violationsOf({ ...right, name: "रव राव" }, hindi)).toEqual(["name: INVALID"]);
  });
});
