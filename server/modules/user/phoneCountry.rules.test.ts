import { expect, test } from "@jest/globals";
import { findPhoneCountry, isPhoneCountry } from "./phoneCountry.rules";

test.each([
  ["+919876543210", "IN"],
  ["+916000000000", "IN"],
  ["+971501234567", "AE"],
  ["+447400123456", "GB"],
  ["+12125550123", "US"],
  ["+14165550123", "CA"],
  // One calling code with the United States, and not one price.
  ["+18765551234", "JM"],
  ["+447700300000", "JE"],
])("%s is of %s", (phoneNumber, country) => {
  expect(findPhoneCountry(phoneNumber)).toBe(country);
});

test.each(["+870773111632", "+881612345678", "+882161234567", "+883510012345", "+999123456789"])(
  "%s is of no country",
  (phoneNumber) => {
    expect(findPhoneCountry(phoneNumber)).toBeUndefined();
  },
);

test("a country is known by its two letters", () => {
  expect(["IN", "AE", "in", "XX", "UK", "001"].map(isPhoneCountry)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
