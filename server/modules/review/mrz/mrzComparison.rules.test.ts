import { describe, expect, test } from "@jest/globals";
import { normaliseDetails, type ApplicantDetails } from "../../applicant/applicant.rules";
import { compareMrz, foldName } from "./mrzComparison.rules";
import { readMrz } from "./mrz.rules";

const line2 = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";
const typed = normaliseDetails({
  title: "Mrs.",
  firstName: "Anna Maria",
  lastName: "Eriksson",
  gender: "FEMALE",
  dateOfBirth: "1974-08-12",
  passportNumber: "L898902C3",
  passportIssueDate: "2002-04-16",
  passportExpireDate: "2012-04-15",
  travelerType: "ADULT",
  nationality: "UTO",
  passportCountry: "UTOPIA",
});

/** Returns, per field, whether the typed value matches an MRZ with this name and these countries. */
function compare(
  changes: Partial<ApplicantDetails> = {},
  { name = "ERIKSSON<<ANNA<MARIA", country = "UTO", nationality = "UTO" } = {},
): Record<string, boolean> {
  const lines = [
    `P<${country}${name.padEnd(39, "<")}`,
    line2.slice(0, 10) + nationality + line2.slice(13),
  ] as const;
  const fields = compareMrz({ ...typed, ...changes }, readMrz(lines, "2026-11-22").data!);
  return Object.fromEntries(fields.map(({ field, isSame }) => [field, isSame]));
}

test("matches every field that was typed as in the passport", () => {
  expect(compare()).toEqual({
    FIRST_NAME: true,
    LAST_NAME: true,
    GENDER: true,
    DATE_OF_BIRTH: true,
    PASSPORT_NUMBER: true,
    PASSPORT_EXPIRE_DATE: true,
    NATIONALITY: true,
  });
});

test.each([
  [{ firstName: "Anne Maria" }, "FIRST_NAME"],
  [{ lastName: "Ericsson" }, "LAST_NAME"],
  [{ gender: "MALE" }, "GENDER"],
  [{ dateOfBirth: "1974-12-08" }, "DATE_OF_BIRTH"],
  [{ passportNumber: "L898902C8" }, "PASSPORT_NUMBER"],
  [{ passportExpireDate: "2022-04-15" }, "PASSPORT_EXPIRE_DATE"],
])("finds that %j differs only in %s", (changes, field) => {
  const same = compare(changes);
  expect(Object.keys(same).filter((name) => !same[name])).toEqual([field]);
});

describe("names", () => {
  test.each([
    { firstName: "Meena", lastName: "Meena" },
    { firstName: "Meena", lastName: "." },
    { firstName: ".", lastName: "MEENA" },
  ])("match a passport with a single name if they are $firstName and $lastName", (names) => {
    expect(compare(names, { name: "MEENA" })).toMatchObject({ FIRST_NAME: true, LAST_NAME: true });
  });

  test("differ from a passport with a single name if one of the names is different", () => {
    const names = { firstName: "Meena", lastName: "Rao" };
    expect(compare(names, { name: "MEENA" })).toMatchObject({ FIRST_NAME: false, LAST_NAME: false });
  });

  test("are compared only by their letters", () => {
    expect(foldName("d'Souza-Rão  II")).toBe("DSOUZARAOII");
    const names = { firstName: "ANNA-MARIA", lastName: "o’Brien Sá" };
    expect(compare(names, { name: "O<BRIEN<SA<<ANNA<MARIA" })).toMatchObject({
      FIRST_NAME: true,
      LAST_NAME: true,
    });
  });

  test("can be longer on the form than in the MRZ only if the MRZ cuts them off", () => {
    const names = { firstName: "Chayapa Dejthamrong Krasuang", lastName: "Nilavadhanananda" };
    const full = { name: "NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K" };
    expect(compare(names, full)).toMatchObject({ FIRST_NAME: true, LAST_NAME: true });
    expect(compare({ ...names, firstName: "Chayapa Dejthamrong" }, full)).toMatchObject({
      FIRST_NAME: false,
    });
    expect(compare({ ...names, lastName: "Nilavadhananandas" }, full)).toMatchObject({ LAST_NAME: false });
    // The surname fills the line, so nothing is known about the first name.
    const surname = "PAPANDROPOULOUSKARAMANLISVENIZELOSKOSTA";
    expect(compare({ lastName: `${surname}kis` }, { name: surname })).not.toHaveProperty("FIRST_NAME");
    expect(compare({ lastName: `${surname}kis` }, { name: surname })).toMatchObject({ LAST_NAME: true });
  });

  test("in another script are not compared, but a name that is missing in the MRZ counts as different", () => {
    expect(compare({ lastName: "राव" })).not.toHaveProperty("LAST_NAME");
    expect(compare({ firstName: "Anna" }, { name: "ERIKSSON" })).toMatchObject({ FIRST_NAME: false });
    expect(compare({ firstName: "." }, { name: "ERIKSSON" })).toMatchObject({ FIRST_NAME: true });
  });
});

test("compares countries with known codes, and leaves others out", () => {
  const india = { country: "IND", nationality: "IND" };
  const indian = { nationality: "Indian", passportCountry: "INDIA" };
  expect(compare(indian, india)).toMatchObject({ NATIONALITY: true, PASSPORT_COUNTRY: true });
  expect(compare({ nationality: "IND", passportCountry: "ind" }, india)).toMatchObject({
    NATIONALITY: true,
    PASSPORT_COUNTRY: true,
  });
  expect(compare(indian)).toMatchObject({ NATIONALITY: false, PASSPORT_COUNTRY: false });
  const unknown = compare({ nationality: "BHARATIYA", passportCountry: "UAE" }, india);
  expect(Object.keys(unknown)).not.toContain("NATIONALITY");
  expect(Object.keys(unknown)).not.toContain("PASSPORT_COUNTRY");
});
