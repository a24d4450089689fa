import { expect, test } from "@jest/globals";
import { formatDay, formatDayTyped } from "./days";

test("a day is read as 20 Nov 2026 and typed as 20-11-2026", () => {
  expect(formatDay("2026-11-20")).toBe("20 Nov 2026");
  expect(formatDay("2026-03-05")).toBe("05 Mar 2026");
  expect(formatDayTyped("2026-11-20")).toBe("20-11-2026");
});

test("what is no day is not shown", () => {
  expect(formatDay("")).toBe("");
  expect(formatDayTyped("soon")).toBe("");
});
