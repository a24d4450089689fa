import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { entities } from "../../app/entities";
import { WebhookEventEntity } from "../../modules/payment/webhook/webhook.entity";
import { changeEvents, pendingEvents } from "../../modules/payment/webhook/webhook.repository";
import type { Database } from "./database";
import { processDueRows } from "./processDueRows";
import { SqliteDatabase } from "./sqlite/SqliteDatabase";

const clock = { now: () => new Date("2026-11-23T06:30:00.000Z") };
const at = clock.now().toISOString();

let folder: string;
let db: SqliteDatabase;
let isDiskFull: boolean;
let logged: object[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "due-rows-"));
  db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
  const event = { eventType: "payment.captured", state: "PENDING" as const, attempts: 0 };
  const rows = ["a", "b", "c"].map((webhookEventId) => ({
    ...event,
    webhookEventId,
    nextTryAt: at,
    receivedAt: at,
  }));
  await db.write((transaction) => transaction.insert(WebhookEventEntity, rows));
  isDiskFull = false;
  logged = [];
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const write: Database["write"] = async (work) => {
  if (isDiskFull) throw new Error("the disk is full");
  return db.write(work);
};
const log = { error: (details: object) => void logged.push(details) };
const run = (work: (event: WebhookEventEntity) => Promise<boolean>, isStopping = () => false) =>
  processDueRows<WebhookEventEntity>(
    { db: { hasOtherWriters: false, rows: db.rows, write } as Database, clock, log },
    pendingEvents,
    { concurrency: 2, leaseMs: 30_000, isStopping },
    work,
  );
const finish = ({ webhookEventId }: WebhookEventEntity) =>
  write((transaction) => changeEvents(transaction, { webhookEventId }, { state: "DONE" }));

test("starts no work while the database cannot be written", async () => {
  let started = 0;
  const work = async (event: WebhookEventEntity) => {
    started++;
    return finish(event);
  };
  isDiskFull = true;
  await expect(run(work)).rejects.toThrow("the disk is full");
  expect(started).toBe(0);
  isDiskFull = false;
  expect(await run(work)).toBe(true);
  expect(started).toBe(3);
});

test("repeats work only after the lease, if its result could not be stored", async () => {
  let started = 0;
  const work = async (event: WebhookEventEntity) => {
    started++;
    isDiskFull = true;
    return finish(event);
  };
  await expect(run(work)).rejects.toThrow("the disk is full");
  isDiskFull = false;
  expect(await run(finish)).toBe(true);
  expect(started).toBe(2);
  expect(await db.read.countBy(WebhookEventEntity, { state: "PENDING" })).toBe(2);
});

test("waits for the rows in progress before it throws an error", async () => {
  let finished = 0;
  const work = async ({ webhookEventId }: WebhookEventEntity) => {
    if (webhookEventId === "a") throw new Error("failed");
    await new Promise(setImmediate);
    finished++;
    return true;
  };
  await expect(run(work)).rejects.toThrow("failed");
  expect(finished).toBe(1);
});

test("throws the first error, and logs others unless the storage is down", async () => {
  const failWith = async (second: Error) => {
    await db.write((transaction) => changeEvents(transaction, { state: "PENDING" }, { nextTryAt: at }));
    const work = async ({ webhookEventId }: WebhookEventEntity) => {
      throw webhookEventId === "a" ? new Error("failed") : second;
    };
    await expect(run(work)).rejects.toThrow("failed");
  };
  const second = new Error("failed too");
  await failWith(second);
  expect(logged).toEqual([{ err: second, table: "webhook_event" }]);
  await failWith(Object.assign(new Error("no space"), { code: "ENOSPC" }));
  expect(logged).toHaveLength(1);
});

test("starts no work if it is stopped while rows are claimed", async () => {
  let started = 0;
  const work = async () => ++started > 0;
  let isStopping = false;
  const stop = () => {
    const before = isStopping;
    isStopping = true;
    return before;
  };
  expect(await run(work, stop)).toBe(true);
  expect(started).toBe(0);
});
