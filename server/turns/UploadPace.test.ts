import { expect, test } from "@jest/globals";
import { UploadPace } from "./UploadPace";

test("so many uploads of one person are read at once, then one every so often; another's do not wait for them", async () => {
  const pace = new UploadPace({ atOnce: 3, everyMs: 100 });
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
