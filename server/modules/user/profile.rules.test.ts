import { describe, expect, test } from "@jest/globals";
import { checkProfile } from "./profile.rules";

const mandatory = "check mandatory fields";

test("accepts a complete profile", () => {
  expect(checkProfile({ name: "Asha Rao", email: "asha@example.com", phoneNumber: "98765 43210" })).toEqual(
    [],
  );
});

test("does not require omitted fields", () => {
  expect(checkProfile({})).toEqual([]);
  expect(checkProfile({ email: "asha@example.com" })).toEqual([]);
});

test.each([null, "", "   "])("rejects %j as name and phone number, and reports both", (blank) => {
  expect(checkProfile({ name: blank, phoneNumber: blank })).toEqual([
    { field: "name", code: "REQUIRED", message: mandatory },
    { field: "phoneNumber", code: "REQUIRED", message: mandatory },
  ]);
});

describe("a name", () => {
  test("may be in any script", () => {
    for (const name of ["आशा राव", "José Ångström", "O'Neil-Smith"])
      expect(checkProfile({ name })).toEqual([]);
  });

  test("has at most 100 characters after trimming", () => {
    expect(checkProfile({ name: ` ${"a".repeat(100)} ` })).toEqual([]);
    expect(checkProfile({ name: "a".repeat(101) })).toEqual([
      { field: "name", code: "TOO_LONG", message: "Name must be 100 characters or fewer" },
    ]);
  });

  test("cannot contain invisible characters or stacked marks", () => {
    for (const name of ["Asha\u202e Rao", "As\u200bha", "Asha\u{e0041}", `a${"\u0323".repeat(59)}`])
      expect(checkProfile({ name })).toMatchObject([{ field: "name", code: "INVALID" }]);
  });

  test("cannot contain control characters", () => {
    for (const name of ["Asha\u0000", "Asha\nRao", "\u001b[31mAsha"])
      expect(checkProfile({ name })).toMatchObject([{ field: "name", code: "INVALID" }]);
  });
});

describe("an e-mail address", () => {
  test.each([null, "", "  "])("is optional and can be removed with %j", (email) => {
    expect(checkProfile({ email })).toEqual([]);
  });

  test.each(["a@b.in", "asha.rao+visa@mail.example.co.in", "  asha@example.com  "])("may be %j", (email) => {
    expect(checkProfile({ email })).toEqual([]);
  });

  test.each([
    "asha",
    "asha@",
    "@example.com",
    "asha@example",
    "a b@example.com",
    "a@b@example.com",
    "a@b..com",
    "a@b.",
  ])("cannot be %j", (email) => {
    expect(checkProfile({ email })).toMatchObject([{ field: "email", code: "INVALID" }]);
  });

  test("has at most 254 characters", () => {
    const ofLength = (length: number) => `${"a".repeat(length - "@example.com".length)}@example.com`;
    expect(checkProfile({ email: ofLength(254) })).toEqual([]);
    expect(checkProfile({ email: ofLength(255) })).toHaveLength(1);
  });
});

test("explains the format if a phone number is invalid", () => {
  expect(checkProfile({ phoneNumber: "12345" })).toEqual([
    {
      field: "phoneNumber",
      code: "INVALID",
      message: "Enter a 10-digit mobile number, or one with + and the country code",
    },
  ]);
});
