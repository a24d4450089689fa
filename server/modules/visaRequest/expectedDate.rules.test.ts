import { expect, test } from "@jest/globals";
import { expectedDay } from "./expectedDate.rules";

test("a visa is expected processingTime + 1 days after the request", () => {
  expect(expectedDay("2026-11-20", 1)).toBe("2026-11-22");
  expect(expectedDay("2026-11-20", 35)).toBe("2026-12-26");
});
