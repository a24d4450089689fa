import { expect, test } from "@jest/globals";
import { PersonPace } from "./PersonPace";

test("so many steps of one person are taken at once, then one every so often; another's do not wait for them", async () => {
  const pace = new PersonPace({ atOnce: 3, everyMs: 100 });
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

test("nobody waits longer than the longest wait", async () => {
  const pace = new PersonPace({ atOnce: 1, everyMs: 10_000, maxMs: 50 });
  const start = performance.now();
  await Promise.all(Array.from({ length: 10 }, () => pace.wait("greedy")));
  expect(performance.now() - start).toBeLessThan(10_000);
});
