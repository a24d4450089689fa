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
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const write: Database["write"] = async (work) => {
  if (isDiskFull) throw new Error("the disk is full");
  return db.write(work);
};
const run = (work: (event: WebhookEventEntity) => Promise<boolean>) =>
  processDueRows<WebhookEventEntity>(
    { db: { hasOtherWriters: false, rows: db.rows, write } as Database, clock },
    pendingEvents,
    { concurrency: 2, leaseMs: 30_000, isStopping: () => false },
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

test("does not repeat work whose result could not be stored before the lease has ended", async () => {
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
