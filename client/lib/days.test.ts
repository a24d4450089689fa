import { expect, test } from "@jest/globals";
import { formatDay, formatDayTyped, formatMoment } from "./days";

test("a day is formatted as 20 Nov 2026, or as 20-11-2026 in a date field", () => {
  expect(formatDay("2026-11-20")).toBe("20 Nov 2026");
  expect(formatDay("2026-03-05")).toBe("05 Mar 2026");
  expect(formatDayTyped("2026-11-20")).toBe("20-11-2026");
});

test("a timestamp is formatted as the day and time in India", () => {
  expect(formatDay("2026-11-20T18:30:00.000Z")).toBe("21 Nov 2026");
  expect(formatDay("2026-11-20T18:29:59.999Z")).toBe("20 Nov 2026");
  expect(formatMoment("2026-11-20T18:30:00.000Z")).toMatch(/^21 Nov 2026, 00:00( IST)?$/);
});

test("an invalid day is formatted as an empty text", () => {
  expect(formatDay("")).toBe("");
  expect(formatDayTyped("soon")).toBe("");
});
