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

describe("findGate", () => {
  test("requires the photo before the passport tab", () => {
    expect(findGate("passport", without("profileFile"))).toEqual({
      step: "photo",
      violations: [{ field: "profileFile", message: "Please upload profile photo" }],
    });
  });

  test("requires both passport pages before the details tab and reports each missing one", () => {
    const gate = findGate("details", without("passportFrontFile", "passportBackFile"));
    expect(gate?.step).toBe("passport");
    expect(gate?.violations.map(({ message }) => message)).toEqual([
      "Please upload passport frontside image",
      "Please upload passport backside image",
    ]);
  });

  test("requires valid details before the preview", () => {
    expect(findGate("preview", missingName)).toEqual({
      step: "details",
      violations: missingName.detailViolations,
    });
  });

  test("returns the earliest incomplete step", () => {
    expect(findGate("preview", without("profileFile", "passportBackFile"))?.step).toBe("photo");
  });

  test("allows an earlier step at any time, and every step once the form is complete", () => {
    expect(findGate("photo", without("profileFile"))).toBeUndefined();
    expect(findGate("preview", complete)).toBeUndefined();
  });
});

describe("openStep", () => {
  test("returns the requested step, or an earlier incomplete one", () => {
    expect(openStep(null, complete)).toBe("photo");
    expect(openStep("nonsense", complete)).toBe("photo");
    expect(openStep("preview", complete)).toBe("preview");
    expect(openStep("preview", missingName)).toBe("details");
    expect(openStep("details", without("profileFile"))).toBe("photo");
  });
});

test("stepBefore and stepAfter return the neighbouring steps", () => {
  expect(stepAfter("photo")).toBe("passport");
  expect(stepAfter("preview")).toBeUndefined();
  expect(stepBefore("preview")).toBe("details");
  expect(stepBefore("photo")).toBeUndefined();
});
