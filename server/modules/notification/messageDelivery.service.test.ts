import "reflect-metadata";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { entities } from "../../app/entities";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { SqliteDatabase } from "../../platform/db/sqlite/SqliteDatabase";
import type { UserEntity } from "../user/user.entity";
import { openUnitSource } from "../../test/kit/data/unitSource";
import { factsText } from "./message.crypto";
import { MessageDelivery } from "./messageDelivery.service";
import { NotificationEntity } from "./notification.entity";
import { NotificationService } from "./notification.service";

const keys = new KeyRing("a data key of a test, long enough to be taken");
const at = "2026-11-29T06:30:00.000Z";
const facts = { visaReferenceNo: "VP-1", visa: "", owner: "", traveller: "", details: [], amount: null };
const message: NotificationEntity = {
  notificationId: "message",
  event: "APPROVED",
  channel: "SMS",
  occurrenceId: "occurrence",
  visaRequestId: "request",
  userId: "partner",
  toSealed: null,
  paramsSealed: factsText.encryptJson(keys, "message", facts),
  state: "DUE",
  attempts: 0,
  nextTryAt: at,
  lastError: null,
  createdAt: at,
  sentAt: null,
};

test("a message without a recipient is not removed if it gets one in the meantime", async () => {
  const folder = await mkdtemp(join(tmpdir(), "messages-"));
  const file = join(folder, "portal.sqlite");
  const source = await openUnitSource(file);
  await source.manager.insert(NotificationEntity, message);
  await source.destroy();

  const db = await SqliteDatabase.open(file, entities);
  const clock = { now: () => new Date(at) };
  const notifications = new NotificationService({ db, clock, keys });
  const readdress = () =>
    db.write((transaction) =>
      notifications.readdress(transaction, { visaRequestId: "request", userId: "partner" }, {
        userId: "follower",
        name: "Asha Rao",
      } as UserEntity),
    );
  let writes = 0;
  const write: typeof db.write = async (work) => {
    // The first write leases the message, and the second removes it.
    if (++writes === 2) await readdress();
    return db.write(work);
  };
  const { hasOtherWriters, read, rows } = db;
  const delivery = new MessageDelivery({ db: { hasOtherWriters, read, rows, write }, clock, keys } as never);
  try {
    await delivery.processDue("SMS", new AbortController().signal);
    expect(writes).toBe(2);
    expect(await db.read.find(NotificationEntity)).toMatchObject([{ userId: "follower", state: "DUE" }]);
  } finally {
    await db.close();
    await rm(folder, { recursive: true });
  }
});
