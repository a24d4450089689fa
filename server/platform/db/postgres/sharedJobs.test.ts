import "reflect-metadata";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { WebhookEventEntity } from "../../../modules/payment/webhook/webhook.entity";
import { pendingEvents } from "../../../modules/payment/webhook/webhook.repository";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import { JobLeases } from "../JobLeases";
import { workOffDue } from "../workOffDue";
import { PostgresDatabase } from "./PostgresDatabase";

/** What processes on one database leave to each other. */

/** As three processes have them, whose clocks go by the test's. */
let databases: PostgresDatabase[];
let now: number;
const clock = { now: () => new Date(now) };

beforeEach(async () => {
  now = Date.parse("2026-11-23T06:30:00.000Z");
  const settings = { engine: "postgres", url: await newDatabase(), pool: 10 } as const;
  databases = await Promise.all([1, 2, 3].map(() => PostgresDatabase.open(settings, () => undefined)));
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
const pace = { atOnce: 4, leaseMs: 30_000, isOver: () => false };
/** Takes what is due until nothing is, and leaves it undone, as a process does that is killed; `begun` holds it up. */
const takeAll = async (db: PostgresDatabase, begun: () => Promise<unknown> = async () => {}) => {
  const taken: string[] = [];
  for (let before = -1; before < taken.length;) {
    before = taken.length;
    await workOffDue<WebhookEventEntity>({ db, clock }, pendingEvents, pace, async ({ webhookEventId }) => {
      taken.push(webhookEventId);
      await begun();
      return true;
    });
  }
  return taken;
};

test("what is due is one process's; what a killed one had is due again after its lease", async () => {
  await insertEvents(200);
  // No process goes on until each has its first rows, so that all three share whatever their speed.
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

test("a job runs once at each start, then in one process at a time, as often as in one alone", async () => {
  const leases = databases.map((db) => new JobLeases({ db, clock }));
  let runs = 0;
  const turn = () =>
    Promise.all(leases.map((one) => one.runAlone("reconciler", 60, async () => void runs++)));
  for (const one of leases) await one.runAlone("reconciler", 60, async () => void runs++);
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

test("the job of a killed process is another's within half a minute", async () => {
  const [one, other] = databases.map((db) => new JobLeases({ db, clock }));
  let end = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const killed = one!.runAlone("reconciler", 60, () => {
    begin();
    return new Promise<void>((resolve) => (end = resolve));
  });
  await begun;
  let runs = 0;
  const tryOther = () => other!.runAlone("reconciler", 60, async () => void runs++);
  now += 29_000;
  await tryOther();
  expect(runs).toBe(0);
  now += 2_000;
  await tryOther();
  expect(runs).toBe(1);
  end();
  await killed;
});
