import { describe, expect, test } from "@jest/globals";
import type { VisaRequestStatus } from "../schemaTypes.generated";
import { expectedLabel, timelineSteps } from "./timelineSteps";

const told = (...statuses: VisaRequestStatus[]) =>
  timelineSteps(statuses.map((status, index) => ({ status, at: `2026-11-2${index}T09:00:00.000Z` }))).map(
    ({ name, at, state }) => [state, name, at?.slice(8, 10)].filter(Boolean).join(" "),
  );

describe("the steps of a timeline", () => {
  test("start with the payment and include future steps", () => {
    expect(told("PENDING", "SUBMITTED")).toEqual([
      "present Submitted 21",
      "ahead In review",
      "ahead Decision",
    ]);
  });

  test("include another review after an open correction", () => {
    expect(told("PENDING", "SUBMITTED", "PROCESSING", "ACTION_REQUIRED")).toEqual([
      "past Submitted 21",
      "past In review 22",
      "present Action needed 23",
      "ahead In review",
      "ahead Decision",
    ]);
  });

  test("include repeated steps with their dates and end with the decision", () => {
    const statuses = [
      "PENDING",
      "SUBMITTED",
      "PROCESSING",
      "ACTION_REQUIRED",
      "PROCESSING",
      "APPROVED",
    ] as const;
    expect(told(...statuses)).toEqual([
      "past Submitted 21",
      "past In review 22",
      "past Action needed 23",
      "past In review 24",
      "present Approved 25",
    ]);
    expect(told("PENDING", "SUBMITTED", "PROCESSING", "REJECTED").at(-1)).toBe("present Rejected 23");
  });

  test("end with the cancellation of a paid or unpaid application", () => {
    expect(told("PENDING", "CANCELLED")).toEqual(["past Started 20", "present Cancelled 21"]);
    expect(told("PENDING", "SUBMITTED", "CANCELLED")).toEqual(["past Submitted 21", "present Cancelled 22"]);
  });

  test("are empty for an empty timeline", () => {
    expect(timelineSteps([])).toEqual([]);
  });
});

describe("the expected date", () => {
  const days = { expectedDate: "2026-11-25", shownDate: "25 Nov 2026", today: "2026-11-25" };

  test("is shown until the decision", () => {
    expect(expectedLabel("SUBMITTED", days)).toBe("The visa is expected by 25 Nov 2026.");
    expect(expectedLabel("PROCESSING", days)).toBe("The visa is expected by 25 Nov 2026.");
    for (const status of ["APPROVED", "REJECTED", "CANCELLED"] as const)
      expect(expectedLabel(status, days)).toBeUndefined();
  });

  test("is on hold while we wait for the traveller, even after it has passed", () => {
    for (const today of ["2026-11-20", "2026-12-20"])
      expect(expectedLabel("ACTION_REQUIRED", { ...days, today })).toBe(
        "The visa was expected by 25 Nov 2026. The expected date is on hold until you send your corrections.",
      );
  });

  test("is reported as overdue if it has passed", () => {
    expect(expectedLabel("PROCESSING", { ...days, today: "2026-11-26" })).toBe(
      "The visa was expected by 25 Nov 2026. It is taking longer than we said; we are still working on it.",
    );
  });
});
