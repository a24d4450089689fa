import { expect, test } from "@jest/globals";
import { formatInr } from "./format";

test("money is written without separators", () => {
  expect(formatInr(1999)).toBe("INR 1999/-");
  expect(formatInr(0)).toBe("INR 0/-");
  expect(formatInr(119_199)).toBe("INR 119199/-");
});
