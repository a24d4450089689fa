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
  return { thread, turns: new OperationTurns(new FairScheduler({ readThread: () => ({ ...thread }) })) };
}

test("past what an account may use of the thread its operations come after those of others", async () => {
  const { thread, turns } = makeThread();
  const order: string[] = [];
  const run = (userId: string, ms: number) =>
    turns.take({ ...account, session: { userId, sessionId: "s" } }, stays, async () => {
      order.push(userId);
      thread.active += ms;
    });
  await run("asha", 40);
  await Promise.all([run("mira", 1), run("asha", 1), run("ravi", 1)]);
  expect(order).toEqual(["asha", "mira", "ravi", "asha"]);
});

test("an address gets 2,000 cached responses at once in 20 seconds", () => {
  const { turns } = makeThread();
  const visitor = { address: "203.0.113.8", session: undefined };
  const answers = Array.from({ length: 2_001 }, () => turns.mayAnswerAtOnce(visitor));
  expect(answers.filter(Boolean)).toHaveLength(2_000);
});
