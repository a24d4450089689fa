import { expect, test } from "@jest/globals";
import { normaliseGstin } from "./gstin.rules";

test.each(["27AAPFU0939F1ZV", "29AAGCB7383J1Z4", "27AAACR5055K1Z7"])("accepts the GSTIN %s", (gstin) => {
  expect(normaliseGstin(gstin)).toBe(gstin);
  expect(normaliseGstin(` ${gstin.toLowerCase().replace(/(.{5})/g, "$1 ")}`)).toBe(gstin);
});

test("rejects every GSTIN that differs from a valid one in one character", () => {
  const gstin = "27AAPFU0939F1ZV";
  for (const [place, character] of [...gstin].entries())
    for (const other of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".replace(character, ""))
      expect(normaliseGstin(gstin.slice(0, place) + other + gstin.slice(place + 1))).toBeUndefined();
});

test.each(["", "27AAPFU0939F1Z", "27AAPFU0939F1ZVV", "२७AAPFU0939F1ZV"])("rejects the GSTIN %j", (gstin) => {
  expect(normaliseGstin(gstin)).toBeUndefined();
});
