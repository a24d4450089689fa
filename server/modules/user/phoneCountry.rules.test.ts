import { expect, test } from "@jest/globals";
import { findPhoneCountry, isPhoneCountry, toStoredPhone } from "./phoneCountry.rules";

test.each([
  ["+919876543210", "IN"],
  ["+916000000000", "IN"],
  ["+971501234567", "AE"],
  ["+447400123456", "GB"],
  ["+12125550123", "US"],
  ["+14165550123", "CA"],
  // Jamaica shares the calling code of the United States, but not its SMS price.
  ["+18765551234", "JM"],
  ["+447700300000", "JE"],
])("%s belongs to %s", (phoneNumber, country) => {
  expect(findPhoneCountry(phoneNumber)).toBe(country);
});

test.each(["+870773111632", "+881612345678", "+882161234567", "+883510012345", "+999123456789"])(
  "%s does not belong to a country",
  (phoneNumber) => {
    expect(findPhoneCountry(phoneNumber)).toBeUndefined();
  },
);

test.each([
  ["+33612345678", ["+33 6 12 34 56 78", "+33 (0)6 12 34 56 78", "+330612345678", "0033 06 12 34 56 78"]],
  ["+61412345678", ["+61 412 345 678", "+61 0412 345 678", "+61 (0)412 345 678"]],
  ["+41791234567", ["+41 79 123 45 67", "+41 (0)79 123 45 67"]],
  ["+31612345678", ["+31 6 12345678", "+31 06 12345678"]],
  ["+64211234567", ["+64 21 123 4567", "+64 021 123 4567"]],
  ["+60123456789", ["+60 12-345 6789", "+60 012-345 6789"]],
  ["+12025550123", ["+1 202 555 0123", "+1 1 202 555 0123"]],
  // The 0 is part of Italian numbers.
  ["+390612345678", ["+39 06 1234 5678"]],
  ["+919876543210", ["98765 43210", "+91 (0) 98765 43210", "09876543210"]],
  // libphonenumber does not know this number, because new ranges are assigned faster than it is updated.
  ["+916000000000", ["60000 00000"]],
])("%s is the stored form, however the number is typed", (stored, typed) => {
  expect(typed.map(toStoredPhone)).toEqual(typed.map(() => stored));
});

test.each(["+65 0812 3456", "+1 212 555 012", "+999 123 456 789", "+44 (0)7911 1234567", "98765", ""])(
  "%s is not a valid number in any country",
  (typed) => {
    expect(toStoredPhone(typed)).toBeUndefined();
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
