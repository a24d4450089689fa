import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { FairScheduler } from "./FairScheduler";

/** A scheduler with a simulated thread load, on a clock that advances by `msPerRead` when it is read. */
function makeBusy({ msPerRead = 0 } = {}) {
  const thread = { idle: 0, active: 0 };
  const writing = { now: 0 };
  const clock = { ms: 0 };
  const now = () => (clock.ms += msPerRead);
  // Each read adds active time and no idle time, so the thread looks busy.
  const scheduler = new FairScheduler({
    readThread: () => ({ ...thread, active: (thread.active += 0.001) }),
    countWrites: () => writing.now,
    now,
  });
  return { thread, scheduler, writing, clock, now };
}

/** The clock of a scheduler in which no time passes. */
const stopped = () => 0;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("only one operation starts in each turn of the event loop", async () => {
  const { scheduler } = makeBusy();
  const first = scheduler.enter("asha", true);
  const second = scheduler.enter("ravi", true);
  expect(first).not.toBeInstanceOf(Promise);
  expect(second).toBeInstanceOf(Promise);
  expect(await second).toMatchObject({ person: "ravi" });
});

test("two operations run concurrently while the thread is busy, and the next starts when one of them ends", async () => {
  const { scheduler } = makeBusy();
  const [first] = [await scheduler.enter("asha", true), await scheduler.enter("asha", true)];
  let isStarted = false;
  const third = Promise.resolve(scheduler.enter("asha", true)).then(() => (isStarted = true));
  await wait(20);
  expect(isStarted).toBe(false);
  scheduler.leave(first);
  await third;
});

test("serves the person with the least thread time first", async () => {
  const { thread, scheduler } = makeBusy();
  const greedy = await scheduler.enter("greedy", true);
  thread.active += 50;
  scheduler.leave(greedy);
  await nextTurn();
  const running = [await scheduler.enter("others", true), await scheduler.enter("others", true)];
  const order: string[] = [];
  const waiting = ["greedy", "new"].map(async (person) => {
    const started = await scheduler.enter(person, true);
    order.push(person);
    scheduler.leave(started);
  });
  for (const started of running) scheduler.leave(started);
  await Promise.all(waiting);
  expect(order).toEqual(["new", "greedy"]);
});

test("operations that wait for a provider leave the thread idle and occupy no slot", async () => {
  const thread = { idle: 0, active: 0 };
  const readThread = () => ({ ...thread, idle: (thread.idle += 1) });
  const scheduler = new FairScheduler({ readThread, now: stopped });
  for (let held = 0; held < 4; held++) await scheduler.enter(`payer ${held}`, true);
  await Promise.all(Array.from({ length: 50 }, async () => scheduler.enter("asha", true)));
});

test("a long operation occupies no slot, even while the thread is busy", async () => {
  const { scheduler, clock } = makeBusy();
  for (let held = 0; held < 6; held++) {
    const entering = scheduler.enter(`payer ${held}`, true);
    clock.ms += 50;
    await entering;
  }
});

test("up to 32 writing operations occupy no slot; while there are more, only two other operations run", async () => {
  const thread = { idle: 0, active: 0 };
  const readThread = () => ({ ...thread, idle: (thread.idle += 1) });
  const scheduler = new FairScheduler({ readThread, countWrites: () => 40, now: stopped });
  for (let writing = 0; writing < 32; writing++) await scheduler.enter(`writer ${writing}`, true);
  for (const person of ["reader", "other reader"]) await scheduler.enter(person, true);
  let isStarted = false;
  void Promise.resolve(scheduler.enter("asha", true)).then(() => (isStarted = true));
  await wait(20);
  expect(isStarted).toBe(false);
});

test("writes of overdue operations do not free slots for others", async () => {
  const { scheduler, writing, clock } = makeBusy();
  for (; writing.now < 4; writing.now++) await scheduler.enter(`payer ${writing.now}`, true);
  clock.ms += 60;
  let started = 0;
  for (let asked = 0; asked < 6; asked++)
    void Promise.resolve(scheduler.enter(`reader ${asked}`, true)).then(() => started++);
  await wait(20);
  expect(started).toBe(2);
});

/** Starts operations of 20 ms in the given order, and returns the people in the order in which the operations ran. */
async function runAll(thread: { active: number }, scheduler: FairScheduler, given: [string, boolean][]) {
  const order: string[] = [];
  await Promise.all(
    given.map(async ([person, isWithinBudget]) => {
      const started = await scheduler.enter(person, isWithinBudget);
      order.push(person);
      thread.active += 20;
      scheduler.leave(started);
    }),
  );
  return order;
}

const others: [string, boolean][] = [
  ["first", true],
  ["greedy", false],
  ["greedy too", false],
  ["modest", true],
  ["new", true],
];
const fairOrder = ["first", "modest", "new", "greedy", "greedy too"];

test("operations over a budget run after all others, and 30 ms apart if others leave no idle time", async () => {
  const { thread, scheduler, now } = makeBusy({ msPerRead: 1 });
  await runAll(thread, scheduler, [["somebody", false]]);
  const before = now();
  expect(await runAll(thread, scheduler, others)).toEqual(fairOrder);
  expect(now() - before).toBeGreaterThanOrEqual(50);
});

test("an operation over a budget starts once the thread has idled twice as long as it worked since the last one", async () => {
  const thread = { idle: 0, active: 0 };
  let looks = 0;
  const scheduler = new FairScheduler({
    readThread: () => ({ ...thread, idle: (thread.idle = looks++ * 5) }),
    now: stopped,
  });
  expect(await runAll(thread, scheduler, others)).toEqual(fairOrder);
  const { idle } = thread;
  await runAll(thread, scheduler, [["greedy", false]]);
  expect(thread.idle - idle).toBeGreaterThanOrEqual(40);
});

test("an operation is charged the thread time that passes while it runs alone and while it ends", async () => {
  const { thread, scheduler } = makeBusy();
  const asha = await scheduler.enter("asha", true);
  thread.active += 30;
  await nextTurn();
  const ravi = await scheduler.enter("ravi", true);
  thread.active += 8;
  // Includes one millisecond for the overhead of the request.
  expect(scheduler.leave(ravi)).toBeCloseTo(9, 0);
  expect(scheduler.leave(asha)).toBeCloseTo(31, 0);
});
