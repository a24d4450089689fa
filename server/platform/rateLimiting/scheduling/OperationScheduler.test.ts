import { expect, test } from "@jest/globals";
import { toPartner } from "../../../core/principal";
import { defaultLimits } from "../../../modules/partner/partner.rules";
import { FairScheduler } from "./FairScheduler";
import { OperationScheduler } from "./OperationScheduler";

const account = { address: "203.0.113.7", session: { userId: "asha", sessionId: "s" } };
const stays = () => false;
const never = () => new Promise<never>(() => undefined);

test("skips an operation whose client has disconnected", async () => {
  const scheduler = new OperationScheduler();
  expect(await scheduler.run(account, () => true, never)).toBeUndefined();
});

test("passes an error of an operation to its caller", async () => {
  const scheduler = new OperationScheduler();
  const failing = scheduler.run(account, stays, () => Promise.reject(new Error("on purpose")));
  await expect(failing).rejects.toThrow("on purpose");
});

test("runs six operations of an account at once and rejects the 501st, without affecting another account", async () => {
  const scheduler = new OperationScheduler();
  let begun = 0;
  const hold = () => {
    begun++;
    return never();
  };
  for (let sent = 0; sent < 500; sent++) void scheduler.run(account, stays, hold);
  await expect(scheduler.run(account, stays, hold)).rejects.toMatchObject({
    code: "RATE_LIMITED",
    retryAfter: 5,
  });
  // Waits until six run, more than the minimum of the process, because the thread is idle.
  while (begun < 6) await new Promise((resolve) => setTimeout(resolve, 1));
  const other = { ...account, session: { userId: "ravi", sessionId: "s" } };
  expect(await scheduler.run(other, stays, async () => "done")).toBe("done");
  expect(begun).toBe(6);
});

test("runs as many operations of a partner as its limit allows, and starts the next when one ends", async () => {
  const scheduler = new OperationScheduler();
  const access = { partnerKeyId: "k", scopes: [], limits: defaultLimits, feeInr: null };
  const partner = toPartner(account, "sea-tours", access);
  const ends: (() => void)[] = [];
  const hold = () => new Promise<void>((resolve) => ends.push(resolve));
  for (let sent = 0; sent < 20; sent++) void scheduler.run(partner, stays, hold);
  const begun = async (count: number) => {
    while (ends.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    // Leaves time for one operation too many to start.
    await new Promise((resolve) => setTimeout(resolve, 30));
    return ends.length;
  };
  expect(await begun(12)).toBe(12);
  ends[0]!();
  expect(await begun(13)).toBe(13);
});

/** A thread whose times the test controls. */
function makeThread() {
  const thread = { idle: 0, active: 0 };
  return {
    thread,
    scheduler: new OperationScheduler(new FairScheduler({ readThread: () => ({ ...thread }) })),
  };
}

test("operations of an account over its thread budget run after those of other accounts", async () => {
  const { thread, scheduler } = makeThread();
  const order: string[] = [];
  const run = (userId: string, ms: number) =>
    scheduler.run({ ...account, session: { userId, sessionId: "s" } }, stays, async () => {
      order.push(userId);
      thread.active += ms;
    });
  await run("asha", 40);
  await Promise.all([run("mira", 1), run("asha", 1), run("ravi", 1)]);
  expect(order).toEqual(["asha", "mira", "ravi", "asha"]);
});

test("an address gets 2,000 cached responses immediately, and further requests are scheduled", () => {
  const { scheduler } = makeThread();
  const visitor = { address: "203.0.113.8", session: undefined };
  const answers = Array.from({ length: 2_001 }, () => scheduler.canServeImmediately(visitor));
  expect(answers.filter(Boolean)).toHaveLength(2_000);
});
