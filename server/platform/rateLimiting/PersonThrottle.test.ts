import { expect, test } from "@jest/globals";
import { PersonThrottle } from "./PersonThrottle";

test("after a burst, a person's steps run one per interval, without delaying another person", async () => {
  const pace = new PersonThrottle({ burst: 3, intervalMs: 100 });
  const start = performance.now();
  const steps: { person: string; afterMs: number }[] = [];
  const take = async (person: string) => {
    await pace.wait(person);
    steps.push({ person, afterMs: performance.now() - start });
  };
  await Promise.all([...Array.from({ length: 6 }, () => take("greedy")), take("other")]);
  expect(steps.map(({ person }) => person)).toEqual([
    ...["greedy", "greedy", "greedy", "other"],
    ...["greedy", "greedy", "greedy"],
  ]);
  // Tolerates a millisecond, by which a timer may be early.
  for (const [index, { afterMs }] of steps.slice(4).entries())
    expect(afterMs).toBeGreaterThanOrEqual(100 * (index + 1) - 1);
});

test("no step waits longer than the maximum", async () => {
  const pace = new PersonThrottle({ burst: 1, intervalMs: 10_000, maxDelayMs: 50 });
  const start = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => pace.wait("greedy")));
  expect(performance.now() - start).toBeLessThan(10_000);
});
