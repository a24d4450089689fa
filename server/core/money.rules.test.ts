import { expect, test } from "@jest/globals";
import {
  formatFromInr,
  formatInr,
  formatPaise,
  formatTotalInr,
  roundRupees,
  toPaise,
  toRupees,
} from "./money.rules";

test("formatInr writes no separators, and paise only if there are any", () => {
  expect(formatInr(1999)).toBe("INR 1999/-");
  expect(formatInr(0)).toBe("INR 0/-");
  expect(formatInr(119_199)).toBe("INR 119199/-");
  expect(formatInr(123.4)).toBe("INR 123.40/-");
});

test("formatPaise, formatFromInr and formatTotalInr write the same number format", () => {
  expect(formatPaise(199_950)).toBe("INR 1999.50/-");
  expect(formatFromInr(4899)).toBe("From INR 4899");
  expect(formatTotalInr(3398)).toBe("INR 3398/- in all, per adult");
});

test("roundRupees rounds half a rupee up", () => {
  expect([0.49, 0.5, 1.5, 2.5, 89.82].map(roundRupees)).toEqual([0, 1, 2, 3, 90]);
});

test("toPaise multiplies by 100, and toRupees rounds to whole rupees", () => {
  expect(toPaise(6999)).toBe(699_900);
  expect(toRupees(699_950)).toBe(7000);
});
