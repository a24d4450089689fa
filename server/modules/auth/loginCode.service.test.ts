import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { EntityManager } from "typeorm";
import { entities } from "../../app/entities";
import { toPrincipal, type Principal } from "../../core/principal";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { makeChanges, type Change } from "../../platform/db/changes";
import { SqliteDatabase } from "../../platform/db/sqlite/SqliteDatabase";
import { LoginCodeEntity } from "./auth.entity";
import type { SentCodes } from "./auth.repository";
import { CodeAttemptService } from "./codeAttempts.service";
import { LoginCodeService } from "./loginCode.service";

let folder: string;
let db: SqliteDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "login-codes-"));
  db = await SqliteDatabase.open(join(folder, "portal.sqlite"), entities);
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

/** Returns the service with these keys, and the counts that each of its codes was checked against. */
function makeService(
  keys: KeyRing,
  {
    isSolved = false,
    sendSms = async () => undefined,
  }: { isSolved?: boolean; sendSms?: () => Promise<void> } = {},
) {
  const spent: SentCodes[] = [];
  const counted: string[] = [];
  const record = (transaction: EntityManager, _action: string, _id: string, note: { changes: Change[] }) =>
    makeChanges(transaction, note.changes);
  const service = new LoginCodeService({
    audit: { record },
    brand: "Visaport",
    clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
    db,
    deviceChecks: {
      redeem: async () => isSolved,
      challengeIfUnchecked: (_phone: string, send: () => Promise<number>) => send(),
    },
    keys,
    limits: {
      countSend: async ({ address }: Principal) => void counted.push(address),
      delayRejections: (_address: string, count: () => Promise<void>) => count(),
    },
    log: { error: () => undefined },
    sms: { send: sendSms },
    smsBudget: { checkCountry: () => [], spend: (_phone: string, sent: SentCodes) => spent.push(sent) },
    world: { name: "live" },
  } as unknown as ConstructorParameters<typeof LoginCodeService>[0]);
  const attempts = new CodeAttemptService({ keys } as unknown as ConstructorParameters<
    typeof CodeAttemptService
  >[0]);
  return { service, attempts, spent, counted };
}

const visitor = toPrincipal({ address: "203.0.113.7" }, undefined);

test("codes of a former number still count after a rotation of the data key", async () => {
  const [own, neighbour] = ["+919876500001", "+919876500002"];
  const before = makeService(new KeyRing("the old data key"));
  for (const phoneNumber of [own, neighbour]) {
    await before.service.send(visitor, { phoneNumber });
    await db.write((transaction) => before.attempts.anonymise(transaction, phoneNumber));
  }
  const after = makeService(new KeyRing("the new data key", "the old data key"));
  await after.service.send(visitor, { phoneNumber: own });
  expect(after.spent).toMatchObject([{ own: [{ isOfDevice: false }], numbersOfRange: 1 }]);
});

const keys = new KeyRing("a data key of a test, long enough to be taken");
const phoneNumber = "+919876500001";

test("a code that could not be sent is removed, so that it does not count", async () => {
  const { service } = makeService(keys, { sendSms: () => Promise.reject(new Error("the provider is down")) });
  await expect(service.send(visitor, { phoneNumber })).rejects.toMatchObject({
    code: "PROVIDER_UNAVAILABLE",
  });
  expect(await db.read.countBy(LoginCodeEntity, {})).toBe(0);
});

test("a request with a solved device check is not counted again for its address", async () => {
  const [first, solved] = [makeService(keys), makeService(keys, { isSolved: true })];
  for (const { service } of [first, solved]) await service.send(visitor, { phoneNumber });
  expect([first.counted, solved.counted]).toEqual([[visitor.address], []]);
});
