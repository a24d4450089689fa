import { expect, test } from "@jest/globals";
import { LeakyBuckets } from "./LeakyBuckets";

test("each person's level rises at most to the capacity, and decreases as time passes", async () => {
  const buckets = new LeakyBuckets();
  buckets.add("greedy", 40_000, 50);
  buckets.add("greedy", 40_000, 50);
  expect(buckets.level("greedy")).toBeGreaterThan(0);
  expect(buckets.level("greedy")).toBeLessThanOrEqual(50);
  expect(buckets.level("other")).toBe(0);
  while (buckets.level("greedy") > 0) await new Promise((resolve) => setTimeout(resolve, 5));
});
