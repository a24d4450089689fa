import "reflect-metadata";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { KeyRing } from "../../adapters/crypto/keyRing";
import { AuditService } from "../../../modules/audit/audit.service";
import { ApprovalService } from "../../../modules/approval/approval.service";
import { removeFilesByApplicants } from "../../../modules/file/file.repository";
import { endSessions } from "../../../modules/auth/auth.repository";
import { UserAccountService } from "../../../modules/user/userAccount.service";
import { StaffService } from "../../../modules/staff/staff.service";
import { StaffRosterService } from "../../../modules/staff/staffRoster.service";
import { findApprovalRequest } from "../../../modules/review/approval/approvalDecision.service";
import { releaseCasesByStaff } from "../../../modules/visaRequest/visaRequest.repository";
import { newDatabase } from "../../../test/kit/server/testDatabase.mjs";
import type { Database } from "../database";
import { checkDataKey } from "../dataKeyCheck";
import { findRow, queryRows } from "../rowSource";
import { PostgresDatabase } from "./PostgresDatabase";
import { entities } from "../../../app/entities";

/**
 * Two processes start concurrently on an empty database: `other` finishes its start between a read of `one` and its
 * next write.
 */

let one: PostgresDatabase;
let other: PostgresDatabase;
const clock = { now: () => new Date("2026-11-24T06:30:00.000Z") };
const keys = new KeyRing("a".repeat(32), undefined);
const phone = "+919000000001";

beforeEach(async () => {
  const settings = { engine: "postgres", url: await newDatabase(), pool: 5 } as const;
  const open = () => PostgresDatabase.open(settings, entities, () => undefined);
  [one, other] = await Promise.all([open(), open()]);
});
afterEach(async () => {
  await one.close();
  await other.close();
});

/** Returns the database `one` with a `write` that lets `other` finish its start first. */
function overtakenBy(start: (db: Database) => Promise<unknown>): Database {
  const { hasOtherWriters, read, rows } = one;
  const write: Database["write"] = async (work) => {
    await start(other);
    return one.write(work);
  };
  return { hasOtherWriters, read, rows, write } as Database;
}
const findEvents = (action: string) =>
  queryRows<{ hash: string }>(one.rows, "SELECT hash FROM audit_event WHERE action = ?", [action]);

test("both processes sign the audit log with the same key", async () => {
  let second: AuditService | undefined;
  const first = await AuditService.open({
    clock,
    keys,
    db: overtakenBy(async (db) => (second = await AuditService.open({ db, clock, keys }))),
  });
  for (const [audit, db] of [
    [first, one],
    [second!, other],
  ] as const) {
    await db.write((transaction) => audit.record(transaction, "STAFF_ADDED", "an id", { by: "SYSTEM" }));
    await audit.chainWaiting();
  }
  const events = await findEvents("STAFF_ADDED");
  expect(events.filter(({ hash }) => hash !== "")).toHaveLength(2);
});

test("a process with a different data key does not start", async () => {
  const wrong = new KeyRing("b".repeat(32), undefined);
  const start = checkDataKey(
    overtakenBy((db) => checkDataKey(db, keys)),
    wrong,
  );
  await expect(start).rejects.toThrow("Setting DATA_KEY: does not decrypt the existing data");
  await checkDataKey(other, keys);
});

test("a staff member whom both processes add or remove is added and removed only once", async () => {
  const audit = await AuditService.open({ db: one, clock, keys });
  const staff = new StaffService({ db: one, requiresSecondFactor: false });
  const approvals = new ApprovalService({
    ...{ db: one, clock, audit, findRequest: findApprovalRequest, staff, aboveInr: undefined },
    fileService: { removeByApplicants: removeFilesByApplicants },
  });
  const staffOf = (db: Database) =>
    new StaffRosterService({
      ...{ db, clock, audit, approvals, accounts: new UserAccountService() },
      sessions: { endSessions: async () => undefined, endSessionsKeepingDevices: endSessions },
      visaRequests: { releaseCases: releaseCasesByStaff },
    });
  for (const phones of [[phone], []]) {
    const first = staffOf(overtakenBy((db) => staffOf(db).applySetting(phones)));
    await first.applySetting(phones);
  }
  expect(await findEvents("STAFF_ADDED")).toHaveLength(1);
  expect(await findEvents("STAFF_REMOVED")).toHaveLength(1);
  const left = await findRow(one.rows, "SELECT 1 AS there FROM staff_member");
  expect(left).toBeUndefined();
});
