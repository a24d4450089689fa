import { expect, test } from "@jest/globals";
import { findPhoneCountry, isPhoneCountry } from "./phoneCountry.rules";

test.each([
  ["+919876543210", "IN"],
  ["+916000000000", "IN"],
  ["+971501234567", "AE"],
  ["+447400123456", "GB"],
  ["+12125550123", "US"],
  ["+14165550123", "CA"],
  // Shares the calling code of the United States, but not its SMS price.
  ["+18765551234", "JM"],
  ["+447700300000", "JE"],
])("%s belongs to %s", (phoneNumber, country) => {
  expect(findPhoneCountry(phoneNumber)).toBe(country);
});

test.each(["+870773111632", "+881612345678", "+882161234567", "+883510012345", "+999123456789"])(
  "%s belongs to no country",
  (phoneNumber) => {
    expect(findPhoneCountry(phoneNumber)).toBeUndefined();
  },
);

test("countries are recognised by their two-letter code", () => {
  expect(["IN", "AE", "in", "XX", "UK", "001"].map(isPhoneCountry)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
