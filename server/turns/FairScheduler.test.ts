import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { FairScheduler } from "./FairScheduler";

const maxMs = 1_000;

/** A scheduler whose thread is as busy as the test says. */
function makeBusy() {
  const thread = { idle: 0, active: 0 };
  // Between two looks at it the thread is always busy.
  const scheduler = new FairScheduler(() => ({ ...thread, active: (thread.active += 0.001) }));
  return { thread, scheduler };
}

test("four operations start at once while the thread is busy, and the others wait", async () => {
  const { scheduler } = makeBusy();
  const starts = Array.from({ length: 6 }, () => scheduler.enter("asha"));
  expect(starts.map((start) => start === undefined)).toEqual([true, true, true, true, false, false]);
  let started = false;
  void starts[4]!.then(() => (started = true));
  await wait(30);
  expect(started).toBe(false);
  scheduler.leave("asha", scheduler.share, maxMs);
  await starts[4];
  expect(started).toBe(true);
});

test("the person who used least of the thread lately comes first", async () => {
  const { thread, scheduler } = makeBusy();
  const since = scheduler.share;
  void scheduler.enter("greedy");
  thread.active += 50;
  scheduler.leave("greedy", since, maxMs);
  for (let running = 0; running < 4; running++) void scheduler.enter("others");
  const order: string[] = [];
  const waiting = ["greedy", "greedy", "new"].map((person) =>
    scheduler.enter(person)!.then(() => order.push(person)),
  );
  for (let left = 0; left < 3; left++) scheduler.leave("others", scheduler.share, maxMs);
  await Promise.all(waiting);
  expect(order).toEqual(["new", "greedy", "greedy"]);
});

test("operations that wait for a provider leave the thread idle, and hold no place of others", async () => {
  const thread = { idle: 0, active: 0 };
  const scheduler = new FairScheduler(() => ({ ...thread, idle: (thread.idle += 1) }));
  for (let held = 0; held < 4; held++) void scheduler.enter(`payer ${held}`);
  await Promise.all(Array.from({ length: 50 }, async () => scheduler.enter("asha")));
});

test("operations that run together are charged an equal part of the time, up to a maximum", () => {
  const { thread, scheduler } = makeBusy();
  const since = scheduler.share;
  void scheduler.enter("asha");
  void scheduler.enter("ravi");
  thread.active += 30;
  expect(scheduler.leave("asha", since, maxMs)).toBeCloseTo(15, 0);
  thread.active += 5_000;
  expect(scheduler.leave("ravi", since, maxMs)).toBe(maxMs);
});
