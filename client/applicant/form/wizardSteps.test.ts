import { describe, expect, test } from "@jest/globals";
import { findGate, openStep, stepAfter, stepBefore, type GateState } from "./wizardSteps";

const allFiles = { profileFile: true, passportFrontFile: true, passportBackFile: true };
const complete: GateState = { hasFile: allFiles, detailViolations: [] };
const without = (...slots: (keyof typeof allFiles)[]): GateState => ({
  hasFile: { ...allFiles, ...Object.fromEntries(slots.map((slot) => [slot, false])) },
  detailViolations: [],
});
const missingName: GateState = {
  ...complete,
  detailViolations: [{ field: "firstName", message: "Please enter first name" }],
};

describe("the gates of the wizard", () => {
  test("the passport tab wants the photo", () => {
    expect(findGate("passport", without("profileFile"))).toEqual({
      step: "photo",
      violations: [{ field: "profileFile", message: "Please upload profile photo" }],
    });
  });

  test("the details tab wants both passport pages, and says so for each", () => {
    const gate = findGate("details", without("passportFrontFile", "passportBackFile"));
    expect(gate?.step).toBe("passport");
    expect(gate?.violations.map(({ message }) => message)).toEqual([
      "Please upload passport frontside image",
      "Please upload passport backside image",
    ]);
  });

  test("the preview wants the details", () => {
    expect(findGate("preview", missingName)).toEqual({
      step: "details",
      violations: missingName.detailViolations,
    });
  });

  test("the earliest gap comes first", () => {
    expect(findGate("preview", without("profileFile", "passportBackFile"))?.step).toBe("photo");
  });

  test("one may always go back, and anywhere once all is there", () => {
    expect(findGate("photo", without("profileFile"))).toBeUndefined();
    expect(findGate("preview", complete)).toBeUndefined();
  });
});

describe("openStep", () => {
  test("takes an address to the step that it may show", () => {
    expect(openStep(null, complete)).toBe("photo");
    expect(openStep("nonsense", complete)).toBe("photo");
    expect(openStep("preview", complete)).toBe("preview");
    expect(openStep("preview", missingName)).toBe("details");
    expect(openStep("details", without("profileFile"))).toBe("photo");
  });
});

test("steps follow each other", () => {
  expect(stepAfter("photo")).toBe("passport");
  expect(stepAfter("preview")).toBeUndefined();
  expect(stepBefore("preview")).toBe("details");
  expect(stepBefore("photo")).toBeUndefined();
});
