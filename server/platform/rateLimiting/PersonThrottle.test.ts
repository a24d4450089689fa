import { expect, test } from "@jest/globals";
import { PersonThrottle } from "./PersonThrottle";

test("a number of steps per person run immediately, then one per interval; another person's do not wait", async () => {
  const pace = new PersonThrottle({ burst: 3, intervalMs: 100 });
  const start = performance.now();
  const after = async (person: string) => {
    await pace.wait(person);
    return Math.round((performance.now() - start) / 100);
  };
  const [greedy, other] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => after("greedy"))),
    after("other"),
  ]);
  expect(greedy).toEqual([0, 0, 0, 1, 2, 3]);
  expect(other).toBe(0);
});

test("no step waits longer than the maximum", async () => {
  const pace = new PersonThrottle({ burst: 1, intervalMs: 10_000, maxDelayMs: 50 });
  const start = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => pace.wait("greedy")));
  expect(performance.now() - start).toBeLessThan(10_000);
});
