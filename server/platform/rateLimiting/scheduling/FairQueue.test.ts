import { expect, test } from "@jest/globals";
import { FairQueue } from "./FairQueue";

/** Serves all entries in the queue and returns the people in the order of service. */
async function serveAll(line: FairQueue<void>, waiting: Promise<string>[]): Promise<string[]> {
  const order: string[] = [];
  const noted = waiting.map((one) => one.then((person) => order.push(person)));
  while (!line.isEmpty) line.serveNext(() => undefined);
  await Promise.all(noted);
  return order;
}

const waitIn = (line: FairQueue<void>) => (person: string) => line.enqueue(person).then(() => person);

test("serves the person with the least usage first, and each person's entries in order", async () => {
  const line = new FairQueue<void>();
  line.charge("greedy", 50);
  line.charge("modest", 5);
  const order = serveAll(line, ["greedy", "greedy", "modest", "new"].map(waitIn(line)));
  expect(await order).toEqual(["new", "modest", "greedy", "greedy"]);
});

test("a person earns no credit for time without usage", async () => {
  const line = new FairQueue<void>();
  line.charge("away", 20);
  line.charge("busy", 1_000);
  line.recordStart("busy");
  line.charge("busy", 10);
  expect(await serveAll(line, ["busy", "away"].map(waitIn(line)))).toEqual(["away", "busy"]);
  // Both have caught up with the clock, so only later usage counts.
  line.charge("away", 15);
  expect(await serveAll(line, ["away", "busy"].map(waitIn(line)))).toEqual(["busy", "away"]);
});

test("a person with earlier usage is served in spite of a stream of newcomers", async () => {
  const line = new FairQueue<void>(1 / 8);
  line.charge("known", 20);
  let isServed = false;
  void line.enqueue("known").then(() => (isServed = true));
  let others = 0;
  while (!isServed && others < 1_000) {
    void line.enqueue(`new ${others++}`);
    line.serveNext((person) => line.charge(person, 4));
    await Promise.resolve();
  }
  // The newcomers' usage is at most eight times the person's earlier usage.
  expect(others).toBeLessThanOrEqual((8 * 20) / 4 + 1);
});
