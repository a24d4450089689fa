import { expect, test } from "@jest/globals";
import { formatInr } from "./money.rules";

test("formatInr writes no separators, and paise only if there are any", () => {
  expect(formatInr(1999)).toBe("INR 1999/-");
  expect(formatInr(0)).toBe("INR 0/-");
  expect(formatInr(119_199)).toBe("INR 119199/-");
  expect(formatInr(123.4)).toBe("INR 123.40/-");
});
