import { describe, expect, test } from "@jest/globals";
import { consentText, consentVersion, isConsentCurrent, neededConsent, readConsent } from "./consent.rules";

const today = "2026-11-23";
const adult = "2008-11-23";
const minor = "2008-11-24";

describe("the required consent", () => {
  test.each([
    [adult, "APPLICANT"],
    [minor, "GUARDIAN"],
    ["2026-11-23", "GUARDIAN"],
    ["", undefined],
    ["2008-02-30", undefined],
  ])("for a birth date of %p is %p", (dateOfBirth, kind) =>
    expect(neededConsent(dateOfBirth, today)).toBe(kind),
  );

  test("has to be given again if the required person or the text changes", () => {
    const own = { kind: "APPLICANT", textVersion: consentVersion } as const;
    expect(isConsentCurrent(own, adult, today)).toBe(true);
    expect(isConsentCurrent(own, minor, today)).toBe(false);
    expect(isConsentCurrent({ ...own, textVersion: "2020-01-01" }, adult, today)).toBe(false);
    // From the 18th birthday, a guardian's consent no longer counts.
    expect(isConsentCurrent({ ...own, kind: "GUARDIAN" }, minor, "2026-11-24")).toBe(false);
  });
});

describe("a submitted consent", () => {
  const read = (dateOfBirth: string, guardianName?: string, textVersion = consentVersion) => {
    const { consent, violations } = readConsent({ textVersion, guardianName }, { dateOfBirth, today });
    return consent ?? violations.map(({ field, code }) => `${field}: ${code}`);
  };

  test("is the applicant's or the guardian's, with a normalised name", () => {
    expect(read(adult)).toEqual({ kind: "APPLICANT", textVersion: consentVersion, guardianName: null });
    expect(read(minor, "  Meera\t Rao ")).toMatchObject({ kind: "GUARDIAN", guardianName: "Meera Rao" });
  });

  test.each([
    ["a guardian without a name", [minor, "  "], "guardianName: REQUIRED"],
    ["a name that is too long", [minor, "a".repeat(121)], "guardianName: TOO_LONG"],
    ["a name with a control character", [minor, "Me\u0000ra"], "guardianName: INVALID"],
    ["a guardian for an adult", [adult, "Meera Rao"], "guardianName: INVALID"],
    ["an unknown text", [adult, "", "2026-11-22"], "textVersion: INVALID"],
  ] as const)("is rejected for %s", (_what, sent, violation) => {
    const [dateOfBirth, guardianName, textVersion] = sent as readonly [string, string, string?];
    expect(read(dateOfBirth, guardianName, textVersion)).toEqual([violation]);
  });

  test("is ignored while the date of birth is invalid", () => {
    expect(read("", "Meera Rao")).toEqual([]);
  });
});

test("each version has a text for applicants and one for guardians, and an unknown version throws", () => {
  for (const [version, opening] of [
    [consentVersion, "By submitting, I confirm that "],
    ["2026-11-23", ""],
  ] as const) {
    expect(consentText(version, "APPLICANT")).toContain(`${opening}I am this applicant`);
    expect(consentText(version, "GUARDIAN")).toContain(
      `${opening}I am this child's parent or legal guardian`,
    );
  }
  expect(() => consentText("2026-11-22", "APPLICANT")).toThrow("2026-11-22");
});
