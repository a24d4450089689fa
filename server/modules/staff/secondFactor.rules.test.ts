import { expect, test } from "@jest/globals";
import { findTotpStep, makeTotpSecret, totpAddress } from "./secondFactor.rules";

/** The secret "12345678901234567890" of RFC 6238; codes are the last six of its eight digits. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1000);
const stepOf = (code: string, seconds: number, lastStep = 0) =>
  findTotpStep(secret, code, { now: at(seconds), lastStep });

test("matches the codes of RFC 6238", () => {
  expect([
    stepOf("287082", 59),
    stepOf("081804", 1_111_111_109),
    stepOf("005924", 1_234_567_890),
    stepOf("279037", 2_000_000_000),
  ]).toEqual([1, 37_037_036, 41_152_263, 66_666_666]);
});

test("accepts a code only once, up to half a minute before or after its time", () => {
  expect([stepOf("081804", 1_111_111_109 + 30), stepOf("081804", 1_111_111_109 - 30)]).toEqual([
    37_037_036, 37_037_036,
  ]);
  expect([stepOf("081804", 1_111_111_109 + 61), stepOf("081804", 1_111_111_109 - 61)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(stepOf("081804", 1_111_111_109, 37_037_036)).toBeUndefined();
});

test.each(["", "08180", "0818041", "08180a", " 81804"])("rejects %j as a code", (code) => {
  expect(stepOf(code, 1_111_111_109)).toBeUndefined();
});

test("makes a new 160-bit secret each time and puts it in the otpauth link", () => {
  const [one, other] = [makeTotpSecret(), makeTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const address = new URL(totpAddress(one, { issuer: "Visaport", label: "+919876543210" }));
  expect([address.protocol, address.host, address.searchParams.get("secret")]).toEqual([
    "otpauth:",
    "totp",
    one,
  ]);
  expect(address.searchParams.get("issuer")).toBe("Visaport");
});
