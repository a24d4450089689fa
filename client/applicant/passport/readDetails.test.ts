import { expect, test } from "@jest/globals";
import type { PassportFields } from "../../../server/modules/file/passport/decideFields.rules";
import { describePassport } from "./passportTexts";
import { isAsRead, isSamePassport, toReadDetails } from "./readDetails";

const fields: PassportFields = {
  firstName: { value: "ASHA" },
  lastName: { value: "RAO" },
  gender: { value: "FEMALE" },
  dateOfBirth: { value: "1990-05-14" },
  passportNumber: { value: "Z1234567" },
  passportExpireDate: { gap: "GLARE" },
  nationality: { value: "IND" },
};
const upper = "P<INDRAO<<ASHA".padEnd(44, "<");

test("toReadDetails uses the form's spelling and leaves out uncertain values", () => {
  expect(toReadDetails(fields, [upper, ""])).toEqual({
    firstName: "ASHA",
    lastName: "RAO",
    gender: "FEMALE",
    dateOfBirth: "1990-05-14",
    passportNumber: "Z1234567",
    nationality: "INDIAN",
    passportCountry: "INDIA",
  });
});

test("the passport's country is filled in only if both MRZ lines state it", () => {
  expect(toReadDetails(fields, [upper.replace("IND", "NPL"), ""])).not.toHaveProperty("passportCountry");
  expect(toReadDetails({ ...fields, nationality: { gap: "UNCLEAR" } }, [upper, ""])).not.toHaveProperty(
    "passportCountry",
  );
  const nepalese = toReadDetails({ ...fields, nationality: { value: "NPL" } }, [
    upper.replace("IND", "NPL"),
    "",
  ]);
  expect(nepalese).toMatchObject({ nationality: "NPL", passportCountry: "NPL" });
});

test("a value with accents or lower-case letters matches the passport", () => {
  expect(isAsRead("firstName", "Anna-María", "ANNA MARIA")).toBe(true);
  expect(isAsRead("firstName", "Anne", "ANNA")).toBe(false);
  expect(isAsRead("nationality", "indian ", "INDIAN")).toBe(true);
});

test("two readings are of the same passport if they share the passport number or the date of birth and do not differ anywhere", () => {
  const one = { firstName: "ASHA", lastName: "RAO", passportNumber: "Z1234567", dateOfBirth: "1990-05-14" };
  expect(isSamePassport(one, { passportNumber: "Z1234567" })).toBe(true);
  expect(isSamePassport(one, { dateOfBirth: "1990-05-14", nationality: "INDIAN" })).toBe(true);
  expect(isSamePassport(one, { dateOfBirth: "1990-05-14", passportNumber: "Z7654321" })).toBe(false);
  expect(isSamePassport(one, { lastName: "RAO" })).toBe(false);
  expect(isSamePassport(one, {})).toBe(false);
});

test("the notice names the unread fields and says what to do", () => {
  expect(describePassport({ kind: "read", fields })).toBe(
    "The passport was read in part. Not read: passport expiry date. Glare on the bottom lines: tilt the " +
      "passport and take the picture again, or type what is missing.",
  );
  expect(describePassport({ kind: "read", fields, isCut: true })).toMatch(
    /Take it again with all four corners\.$/,
  );
  expect(describePassport({ kind: "none" })).toBeUndefined();
});
