import { expect, test } from "@jest/globals";
import { checkGstin, checkLimits, checkName, endOfReplaced, hasEnded, isUseToNote } from "./partner.rules";

const now = new Date("2026-11-25T10:00:00.000Z");
const live = { endedAt: null, expiresAt: null };

test("a key has ended if it was ended or has expired", () => {
  expect(hasEnded(live, now)).toBe(false);
  expect(hasEnded({ ...live, expiresAt: "2026-11-25T10:00:00.001Z" }, now)).toBe(false);
  expect(hasEnded({ ...live, expiresAt: "2026-11-25T10:00:00.000Z" }, now)).toBe(true);
  expect(hasEnded({ ...live, endedAt: "2026-11-25T09:00:00.000Z" }, now)).toBe(true);
});

test("a replaced key ends after the chosen hours, or when it expires if that is earlier", () => {
  expect(endOfReplaced(live, 24, now)).toBe("2026-11-26T10:00:00.000Z");
  expect(endOfReplaced(live, 0, now)).toBe("2026-11-25T10:00:00.000Z");
  const expiresAt = "2026-11-25T12:00:00.000Z";
  expect(endOfReplaced({ ...live, expiresAt }, 24, now)).toBe(expiresAt);
});

test("the last use of a key is recorded at most once an hour", () => {
  expect(isUseToNote({ lastUsedAt: null }, now)).toBe(true);
  expect(isUseToNote({ lastUsedAt: "2026-11-25T09:00:00.001Z" }, now)).toBe(false);
  expect(isUseToNote({ lastUsedAt: "2026-11-25T09:00:00.000Z" }, now)).toBe(true);
});

test("a partner's name and GSTIN are checked", () => {
  expect(checkName("Ravi Travels")).toEqual([]);
  expect(checkName("  ")).toMatchObject([{ code: "REQUIRED" }]);
  expect(checkName("x".repeat(101))).toMatchObject([{ code: "TOO_LONG" }]);
  expect(checkName("a\u202Eb")).toMatchObject([{ code: "INVALID" }]);
  expect([checkGstin(null), checkGstin(" "), checkGstin("27AAPFU0939F1ZV")]).toEqual([[], [], []]);
  expect(checkGstin("27AAPFU0939F1ZW")).toMatchObject([{ field: "gstin", code: "INVALID" }]);
});

test("a limit must be a positive whole number that GraphQL can return", () => {
  const largest = { points: 2_147_483_647, bytes: 2 ** 40, applications: 2 ** 40 };
  expect(checkLimits(largest)).toEqual([]);
  expect(checkLimits({ points: 2_147_483_648, openApplications: 2 ** 40 })).toMatchObject([
    { field: "limits.points", message: "Enter 2147483647 or less" },
    { field: "limits.openApplications" },
  ]);
  expect(checkLimits({ write: 0, keys: 1.5 })).toHaveLength(2);
});
