import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { SqliteDatabase } from "../../platform/db/sqlite/SqliteDatabase";
import { KnownDeviceEntity } from "../auth/auth.entity";
import { UserEntity } from "../user/user.entity";
import { daysBefore, maxLeftoversPerBatch } from "./retention.rules";
import { RetentionService } from "./retention.service";
import { entities } from "../../app/entities";

let folder: string;
let db: SqliteDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "retention-"));
  db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** Returns the service on an empty database, where only `clear` finds old messages. */
const makeService = (clear: () => Promise<number>) =>
  new RetentionService({
    db,
    clock: { now: () => new Date() },
    notifications: { clear },
    partnerEvents: { remove: async () => 0 },
    keptApplicants: { removeExpired: async () => 0 },
  } as unknown as ConstructorParameters<typeof RetentionService>[0]);

test("removes full batches until one is not full", async () => {
  const left = [maxLeftoversPerBatch, maxLeftoversPerBatch, 7, 1];
  const service = makeService(async () => left.shift()!);
  expect(await service.expireAll()).toEqual({
    requests: 0,
    files: 0,
    leftovers: 2 * maxLeftoversPerBatch + 7,
  });
  expect(left).toEqual([1]);
});

test.each([
  ["the last batch", 0],
  ["a failed batch", new Error("the disk is full")],
])("purges what was deleted once, after %s", async (_name, last) => {
  const batches = [maxLeftoversPerBatch, maxLeftoversPerBatch, last];
  const purge = jest.spyOn(db, "purgeDeleted");
  const service = makeService(async () => {
    expect(purge).not.toHaveBeenCalled();
    const batch = batches.shift()!;
    if (batch instanceof Error) throw batch;
    return batch;
  });
  const outcome = await service.expireAll().catch((error: unknown) => error);
  if (last instanceof Error) expect(outcome).toBe(last);
  else expect(outcome).toMatchObject({ leftovers: 2 * maxLeftoversPerBatch });
  expect(purge).toHaveBeenCalledTimes(1);
});

test("does not purge if nothing was deleted", async () => {
  const purge = jest.spyOn(db, "purgeDeleted");
  await makeService(async () => 0).expireAll();
  expect(purge).not.toHaveBeenCalled();
});

test("stops after the batch during which the signal is aborted", async () => {
  const stopping = new AbortController();
  let batches = 0;
  const service = makeService(async () => {
    if (++batches === 2) stopping.abort();
    return batches < 9 ? maxLeftoversPerBatch : 0;
  });
  await service.expireAll(stopping.signal);
  expect(batches).toBe(2);
});

test("removes known devices half a year after their last login", async () => {
  const now = new Date();
  const at = now.toISOString();
  await db.write(async (transaction) => {
    const user = { userId: "u", phoneNumber: "+919876543210", kind: "PERSON", name: "" } as const;
    await transaction.insert(UserEntity, { ...user, createdAt: at, lastSeenAt: at, identityTries: 0 });
    for (const days of [31, 179, 181]) {
      const lastLoginAt = daysBefore(now, days);
      await transaction.insert(KnownDeviceEntity, { tokenHash: `${days} days`, userId: "u", lastLoginAt });
    }
  });
  await makeService(async () => 0).expireAll();
  const left = await db.read.find(KnownDeviceEntity);
  expect(left.map(({ tokenHash }) => tokenHash).toSorted()).toEqual(["179 days", "31 days"]);
});
