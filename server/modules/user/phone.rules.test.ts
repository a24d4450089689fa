import { describe, expect, test } from "@jest/globals";
import { maxPhoneLength, normalisePhone } from "./phone.rules";

describe("an Indian mobile number", () => {
  test.each([
    "9876543210",
    "98765 43210",
    "98765-43210",
    "(98765) 43210",
    "09876543210",
    "0 98765 43210",
    "919876543210",
    "91 98765 43210",
    "+919876543210",
    "+91 98765 43210",
    "+91-98765-43210",
    "+91 09876543210",
    "00919876543210",
    "  9876543210\t",
  ])("is stored in one form, even if it is typed as %j", (input) => {
    expect(normalisePhone(input)).toBe("+919876543210");
  });

  test("begins with 6, 7, 8 or 9", () => {
    for (const first of "6789") expect(normalisePhone(`${first}876543210`)).toBe(`+91${first}876543210`);
    for (const first of "012345") expect(normalisePhone(`${first}876543210`)).toBeUndefined();
  });

  test("may begin with the digits of the country code", () => {
    expect(normalisePhone("9198765432")).toBe("+919198765432");
    expect(normalisePhone("919198765432")).toBe("+919198765432");
  });

  test("is stored as exactly 13 characters", () => {
    expect(normalisePhone("9876543210")).toHaveLength(maxPhoneLength);
  });

  test.each(["987654321", "98765432101", "+91987654321", "+9198765432101", "+915876543210", "91987654321"])(
    "is rejected unless it has ten digits and a mobile prefix: %j",
    (input) => {
      expect(normalisePhone(input)).toBeUndefined();
    },
  );
});

describe("a foreign number", () => {
  test.each([
    ["+971 50 123 4567", "+971501234567"],
    ["00971501234567", "+971501234567"],
    ["+1 (212) 555-0123", "+12125550123"],
    ["+44 7911.123456", "+447911123456"],
    ["+33 (0)6 12 34 56 78", "+33612345678"],
    ["0033 (0) 612345678", "+33612345678"],
  ])("is stored as + and digits: %j", (input, kept) => {
    expect(normalisePhone(input)).toBe(kept);
  });

  test("is at most 13 characters long, including the +", () => {
    expect(normalisePhone("+971501234567")).toHaveLength(13);
    expect(normalisePhone("+9715012345678")).toBeUndefined();
    expect(normalisePhone("+971501")).toBeUndefined();
  });

  test("requires a +", () => {
    expect(normalisePhone("971501234567")).toBeUndefined();
  });
});

test.each([
  "",
  "   ",
  "phone",
  "98765abcde",
  "९८७६५४३२१०",
  "+",
  "++919876543210",
  "9876543210;DROP",
  "9876543210,1",
])("%j is not a phone number", (input) => {
  expect(normalisePhone(input)).toBeUndefined();
});

test("a stored number is not changed by normalising it again", () => {
  for (const kept of ["+919876543210", "+971501234567"]) expect(normalisePhone(kept)).toBe(kept);
});
