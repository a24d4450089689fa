import "reflect-metadata";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { entities } from "../../../app/entities";
import { SqliteDatabase } from "../../../platform/db/sqlite/SqliteDatabase";
import { UserEntity } from "../../user/user.entity";
import { PartnerEntity } from "../partner.entity";
import {
  findEventsAfter,
  findUnnumbered,
  insertEvents,
  numberEvents,
  removeEvents,
} from "./partnerEvent.repository";

test("old events are removed, but not the last one, from which a partner's numbers continue", async () => {
  const folder = await mkdtemp(join(tmpdir(), "events-"));
  const db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
  try {
    const created = { name: "", email: "", createdAt: "" };
    await db.write(async (transaction) => {
      const account = { userId: "p", phoneNumber: "partner:p", kind: "PARTNER", lastSeenAt: "" } as const;
      await transaction.insert(UserEntity, { ...account, ...created, identityTries: 0 });
      await transaction.insert(PartnerEntity, { partnerId: "p", limits: {}, ...created });
    });
    const add = (...ids: string[]) =>
      db.write(async (transaction) => {
        const event = {
          ...{
            partnerId: "p",
            type: "refund.due" as const,
            at: "2026-10-01T00:00:00.000Z",
            visaRequestId: "r",
          },
          ...{ visaApplicantId: null, refundId: null, externalReference: null },
          ...{ status: "SUBMITTED", paymentStatus: "PAID", version: 1 },
        };
        await insertEvents(
          transaction,
          ids.map((partnerEventId) => ({ partnerEventId, ...event })),
        );
        await numberEvents(transaction, await findUnnumbered(transaction, 10));
      });
    await add("a", "b");
    const remove = () => db.write((transaction) => removeEvents(transaction, "2026-11-01T00:00:00.000Z", 10));
    expect(await remove()).toBe(1);
    await add("c");
    const left = await findEventsAfter(db.rows, "p", { after: 0, since: new Date(0), types: [], limit: 10 });
    expect(left.map(({ partnerEventId, number }) => [partnerEventId, number])).toEqual([
      ["b", 2],
      ["c", 3],
    ]);
  } finally {
    await db.close();
    await rm(folder, { recursive: true });
  }
});
