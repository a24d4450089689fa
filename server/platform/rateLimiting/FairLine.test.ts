import { expect, test } from "@jest/globals";
import { FairLine } from "./FairLine";

/** Serves all who wait, and returns in which order they came. */
async function serveAll(line: FairLine<void>, waiting: Promise<string>[]): Promise<string[]> {
  const order: string[] = [];
  const noted = waiting.map((one) => one.then((person) => order.push(person)));
  while (!line.isEmpty) line.serveFirst(() => undefined);
  await Promise.all(noted);
  return order;
}

const waitIn = (line: FairLine<void>) => (person: string) => line.wait(person).then(() => person);

test("who had least comes first, and each person's own keep their order", async () => {
  const line = new FairLine<void>();
  line.charge("greedy", 50);
  line.charge("modest", 5);
  const order = serveAll(line, ["greedy", "greedy", "modest", "new"].map(waitIn(line)));
  expect(await order).toEqual(["new", "modest", "greedy", "greedy"]);
});

test("nobody saves turns up: who was away starts with those who are served now", async () => {
  const line = new FairLine<void>();
  line.charge("away", 20);
  line.charge("busy", 1_000);
  line.pass("busy");
  line.charge("busy", 10);
  expect(await serveAll(line, ["busy", "away"].map(waitIn(line)))).toEqual(["away", "busy"]);
  // Both have caught up with the clock: it is only what they have from now on that counts.
  line.charge("away", 15);
  expect(await serveAll(line, ["away", "busy"].map(waitIn(line)))).toEqual(["busy", "away"]);
});

test("whoever had something before is served among a stream of those who come for the first time", async () => {
  const line = new FairLine<void>({ clockShare: 1 / 8 });
  line.charge("known", 20);
  let isServed = false;
  void line.wait("known").then(() => (isServed = true));
  let others = 0;
  while (!isServed && others < 1_000) {
    void line.wait(`new ${others++}`);
    line.serveFirst((person) => line.charge(person, 4));
    await Promise.resolve();
  }
  // Eight times what they had before.
  expect(others).toBeLessThanOrEqual((8 * 20) / 4 + 1);
});
