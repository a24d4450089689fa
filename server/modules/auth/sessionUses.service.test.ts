import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { Not } from "typeorm";
import { SqliteDatabase } from "../../platform/db/sqlite/SqliteDatabase";
import { poll } from "../../test/kit/poll";
import { UserEntity } from "../user/user.entity";
import { UserAccountService } from "../user/userAccount.service";
import { SessionEntity } from "./auth.entity";
import { SessionUses } from "./sessionUses.service";
import { entities } from "../../app/entities";

const long = "2026-10-01T00:00:00.000Z";
const now = "2026-11-01T09:30:00.000Z";
const clock = { now: () => new Date(now) };
let folder: string;
let db: SqliteDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "session-uses-"));
  db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** Inserts accounts with one session each, which was last used a month ago. */
async function addSessions(count: number): Promise<SessionEntity[]> {
  const sessions = Array.from({ length: count }, (_, at) => ({
    sessionId: `session ${at}`,
    userId: `user ${at}`,
    createdAt: long,
    expiresAt: "2027-01-01T00:00:00.000Z",
    lastUsedAt: long,
    device: "",
    endedAt: null,
    secondFactorAt: null,
  }));
  await db.write(async (transaction) => {
    for (let from = 0; from < count; from += 500) {
      const some = sessions.slice(from, from + 500);
      const users = some.map(({ userId }) => ({
        userId,
        phoneNumber: userId,
        kind: "PERSON" as const,
        name: "",
        email: null,
        createdAt: long,
        lastSeenAt: long,
        formerNumber: null,
        identityTries: 0,
      }));
      await transaction.insert(UserEntity, users);
      await transaction.insert(SessionEntity, some);
    }
  });
  return sessions;
}

test("the uses of 2,600 sessions within a second are written in fewer than ten transactions", async () => {
  const sessions = await addSessions(2600);
  const write = jest.spyOn(db, "write");
  const uses = new SessionUses({ db, clock, accounts: new UserAccountService() });
  for (const session of [...sessions.slice(0, -1), ...sessions]) uses.note(session);
  await db.write(async () => undefined);
  await poll(async () => expect(await db.read.countBy(SessionEntity, { lastUsedAt: Not(now) })).toBe(0));
  expect(await db.read.countBy(UserEntity, { lastSeenAt: now })).toBe(sessions.length);
  expect(write.mock.calls.length).toBeLessThan(10);
});

test("if the use of a session could not be written, its next use is recorded", async () => {
  const [session] = await addSessions(1);
  const lastUsedAt = async () =>
    (await db.read.findOneByOrFail(SessionEntity, { sessionId: session!.sessionId })).lastUsedAt;
  const write = jest.spyOn(db, "write").mockRejectedValueOnce(new Error("The disk is full"));
  const uses = new SessionUses({ db, clock, accounts: new UserAccountService() });
  uses.note(session!);
  await poll(async () => expect(write).toHaveBeenCalledTimes(1));
  await poll(async () => {
    uses.note(session!);
    expect(await lastUsedAt()).toBe(now);
  });
});
