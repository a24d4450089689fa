import { expect, test } from "@jest/globals";
import { FairScheduler } from "./FairScheduler";
import { OperationTurns } from "./OperationTurns";

const account = { address: "203.0.113.7", session: { userId: "asha", sessionId: "s" } };
const stays = () => false;
const never = () => new Promise<never>(() => undefined);

test("what nobody waits for any longer is not done", async () => {
  const turns = new OperationTurns();
  expect(await turns.take(account, () => true, never)).toBeUndefined();
});

test("an error of the work reaches who asked for it", async () => {
  const turns = new OperationTurns();
  const failing = turns.take(account, stays, () => Promise.reject(new Error("on purpose")));
  await expect(failing).rejects.toThrow("on purpose");
});

test("six of an account run at once, 500 are held, and more are refused; another account is not touched", async () => {
  const turns = new OperationTurns();
  let begun = 0;
  const hold = () => {
    begun++;
    return never();
  };
  for (let sent = 0; sent < 500; sent++) void turns.take(account, stays, hold);
  await expect(turns.take(account, stays, hold)).rejects.toMatchObject({
    code: "RATE_LIMITED",
    retryAfter: 5,
  });
  // More than the process runs at once start when its thread is idle.
  while (begun < 6) await new Promise((resolve) => setTimeout(resolve, 1));
  const other = { ...account, session: { userId: "ravi", sessionId: "s" } };
  expect(await turns.take(other, stays, async () => "done")).toBe("done");
  expect(begun).toBe(6);
});

/** A thread whose time passes only when the test says so. */
function makeThread() {
  const thread = { idle: 0, active: 0 };
  return { thread, turns: new OperationTurns(new FairScheduler(() => ({ ...thread }))) };
}

test("past 200 in 20 seconds an account's place is given on more slowly, and its answers leave at once", async () => {
  const { turns } = makeThread();
  for (let done = 0; done < 200; done++) await turns.take(account, stays, async () => done);
  const order: string[] = [];
  const seventh = turns.take(account, stays, () => Promise.resolve(order.push("the seventh")));
  expect(await turns.take({ ...account, session: undefined }, stays, async () => "a visitor")).toBe(
    "a visitor",
  );
  await seventh;
  expect(order).toEqual(["the seventh"]);
  const at = Date.now();
  for (let done = 0; done < 6; done++) await turns.take(account, stays, async () => done);
  expect(Date.now() - at).toBeGreaterThanOrEqual(300);
});

test("an operation that takes much of the thread uses up as much of the budget as many that take little", async () => {
  const { thread, turns } = makeThread();
  const heavy = async () => void (thread.active += 95);
  for (let done = 0; done < 10; done++) await turns.take(account, stays, heavy);
  const at = Date.now();
  // Ten heavy ones are the 200 points of an account: each of its six places is kept longer now.
  for (let done = 0; done < 7; done++) await turns.take(account, stays, async () => done);
  expect(Date.now() - at).toBeGreaterThanOrEqual(300);
});
