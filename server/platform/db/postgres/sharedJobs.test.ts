import "reflect-metadata";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { WebhookEventEntity } from "../../../modules/payment/webhook/webhook.entity";
import { pendingEvents } from "../../../modules/payment/webhook/webhook.repository";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { JobLeases } from "../JobLeases";
import { processDueRows } from "../processDueRows";
import { PostgresDatabase } from "./PostgresDatabase";
import { entities } from "../../../app/entities";

/** Jobs that several processes share on one database. */

/** The connections of three processes to one database. All use the test's clock. */
let databases: PostgresDatabase[];
let now: number;
const clock = { now: () => new Date(now) };

beforeEach(async () => {
  now = Date.parse("2026-11-23T06:30:00.000Z");
  const settings = { engine: "postgres", url: await newDatabase(), pool: 10 } as const;
  databases = await Promise.all(
    [1, 2, 3].map(() => PostgresDatabase.open(settings, entities, () => undefined)),
  );
});
afterEach(async () => {
  for (const db of databases) await db.close();
});

const at = (ms: number) => new Date(now + ms).toISOString();
const insertEvents = (count: number) =>
  databases[0]!.write((transaction) =>
    transaction.insert(
      WebhookEventEntity,
      Array.from({ length: count }, (_, index) => ({
        webhookEventId: `event ${index}`,
        eventType: "payment.captured",
        state: "PENDING" as const,
        attempts: 0,
        nextTryAt: at(-1000),
        receivedAt: at(-1000),
      })),
    ),
  );
const options = { concurrency: 4, leaseMs: 30_000, isStopping: () => false };
/**
 * Claims due rows until none are left and does not finish them, like a process that is killed. Waits for `begun` after
 * each row.
 */
const takeAll = async (db: PostgresDatabase, begun: () => Promise<unknown> = async () => {}) => {
  const taken: string[] = [];
  for (let before = -1; before < taken.length;) {
    before = taken.length;
    await processDueRows<WebhookEventEntity>(
      { db, clock, log: { error: () => undefined } },
      pendingEvents,
      options,
      async ({ webhookEventId }) => {
        taken.push(webhookEventId);
        await begun();
        return true;
      },
    );
  }
  return taken;
};

test("a due row is claimed by one process, and is due again after the lease if that process is killed", async () => {
  await insertEvents(200);
  // Each process waits until all three have claimed rows, so that a fast process cannot claim them all.
  let [waiting, allBegun] = [databases.length, () => {}];
  const begun = new Promise<void>((resolve) => (allBegun = resolve));
  const taken = await Promise.all(
    databases.map((db) => {
      let isFirst = true;
      return takeAll(db, () => {
        if (isFirst && --waiting === 0) allBegun();
        isFirst = false;
        return begun;
      });
    }),
  );
  expect(taken.every(({ length }) => length > 0)).toBe(true);
  const all = taken.flat();
  expect(all).toHaveLength(200);
  expect(new Set(all).size).toBe(200);

  now += 29_000;
  expect(await takeAll(databases[0]!)).toEqual([]);
  now += 2_000;
  expect(await takeAll(databases[1]!)).toHaveLength(200);
});

test("a job runs once at each process's start, and from then on as often as with a single process", async () => {
  const leases = databases.map((db) => new JobLeases({ db, clock }));
  let runs = 0;
  const turn = () =>
    Promise.all(leases.map((one) => one.runExclusively("reconciler", 60, async () => void runs++)));
  for (const one of leases) await one.runExclusively("reconciler", 60, async () => void runs++);
  expect(runs).toBe(3);
  runs = 0;
  now += 60_000;
  for (let round = 1; round <= 20; round++) {
    await turn();
    expect(runs).toBe(round);
    now += 30_000;
    await turn();
    expect(runs).toBe(round);
    now += 30_000;
  }
});

test("a job keeps running after a run in which the clock was a day ahead", async () => {
  const leases = databases.map((db) => new JobLeases({ db, clock }));
  let runs = 0;
  const run = (at: number) => leases[at]!.runExclusively("reconciler", 60, async () => void runs++);
  for (const at of [0, 1, 2]) await run(at);
  const dayMs = 24 * 60 * 60_000;
  now += dayMs;
  await run(0);
  now -= dayMs - 60_000;
  expect(runs).toBe(4);
  // Runs in the process that stored the lease, then in another one.
  for (const at of [0, 1]) {
    await run(at);
    expect(runs).toBe(5 + at);
    now += 60_000;
  }
});

test("another process takes over a killed process's job after 30 seconds", async () => {
  const [one, other] = databases.map((db) => new JobLeases({ db, clock }));
  let end = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const killed = one!.runExclusively("reconciler", 60, () => {
    begin();
    return new Promise<void>((resolve) => (end = resolve));
  });
  await begun;
  let runs = 0;
  const tryOther = () => other!.runExclusively("reconciler", 60, async () => void runs++);
  now += 29_000;
  await tryOther();
  expect(runs).toBe(0);
  now += 2_000;
  await tryOther();
  expect(runs).toBe(1);
  end();
  await killed;
});
