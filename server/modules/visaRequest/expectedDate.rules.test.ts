import { expect, test } from "@jest/globals";
import { currentExpectedDate, expectedDay } from "./expectedDate.rules";

test("a visa is expected processingTime + 1 days after the application", () => {
  expect(expectedDay("2026-11-20", 1)).toBe("2026-11-22");
  expect(expectedDay("2026-11-20", 35)).toBe("2026-12-26");
});

test.each([
  ["the day of creation", "PENDING", "2026-11-20T18:29:00Z", "2026-11-25"],
  ["the next day in India", "PENDING", "2026-11-20T18:30:00Z", "2026-11-26"],
  ["29 days later", "PENDING", "2026-12-19T10:00:00Z", "2026-12-24"],
  ["a clock that was set back", "PENDING", "2026-11-18T10:00:00Z", "2026-11-25"],
  ["29 days later, paid before", "SUBMITTED", "2026-12-19T10:00:00Z", "2026-11-25"],
] as const)(
  "the expected date moves by a day each day until the payment: %s",
  (_name, visaRequestStatus, now, expected) => {
    const started = { createdAt: "2026-11-20T10:00:00Z", expectedDate: "2026-11-25" };
    expect(currentExpectedDate({ visaRequestStatus, ...started }, new Date(now))).toBe(expected);
  },
);
