import { expect, test } from "@jest/globals";
import { Debts } from "./Debts";

test("a debt is per person, capped, and paid off by waiting", async () => {
  const debts = new Debts();
  debts.add("greedy", 40_000, 50);
  debts.add("greedy", 40_000, 50);
  expect(debts.of("greedy")).toBeGreaterThan(0);
  expect(debts.of("greedy")).toBeLessThanOrEqual(50);
  expect(debts.of("other")).toBe(0);
  while (debts.of("greedy") > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});
