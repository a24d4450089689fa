import { expect, test } from "@jest/globals";
import type { FieldReading, PassportFields } from "./decideFields.rules";
import { findSureLines } from "./sureLines.rules";

/** The specimen of ICAO Doc 9303, part 4, with a number in which a 0 can look like an O. */
const upper = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
const lower = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";
const sure: FieldReading = { value: "is ignored" };
const fields: PassportFields = {
  firstName: sure,
  lastName: sure,
  gender: sure,
  dateOfBirth: sure,
  passportNumber: { value: "L898902C3" },
  passportExpireDate: sure,
  nationality: sure,
};
const find = (changed: Partial<PassportFields>, lines: readonly [string, string] = [upper, lower]) =>
  findSureLines({ fields: { ...fields, ...changed }, lines, turns: 0 });

test("lines are certain if all fields are certain, and a misread passport number is repaired", () => {
  expect(find({})).toEqual([upper, lower]);
  expect(find({}, [upper, lower.replace("L898902", "L8989O2")])).toEqual([upper, lower]);
});

test("lines are certain even if the passport itself omits or truncates names", () => {
  expect(find({ firstName: { gap: "ONE_NAME" } })).toEqual([upper, lower]);
  expect(find({ firstName: { gap: "CUT_OFF" }, lastName: { gap: "CUT_OFF" } })).toEqual([upper, lower]);
});

test.each([
  ["a field has glare", find({ gender: { gap: "GLARE" } })],
  ["a field is unclear", find({ passportNumber: { gap: "UNCLEAR" } })],
  ["the issuing country differs from the nationality", find({}, [upper.replace("UTO", "UT0"), lower])],
  ["the check digit of the optional data is wrong", find({}, [upper, lower.replace("<<<<<1", "<<<<<2")])],
  ["the check digit of the whole line is wrong", find({}, [upper, lower.replace(/0$/, "9")])],
  ["nothing was read", findSureLines({ problem: "UNREADABLE" })],
])("lines are not certain if %s", (_why, lines) => expect(lines).toBeUndefined());
