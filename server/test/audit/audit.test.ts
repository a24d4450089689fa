import "reflect-metadata";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { AuditService } from "../../modules/audit/audit.service";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { editDatabase, withDatabase } from "../kit/data/editDatabase";
import { openServerDatabase } from "../kit/data/openServerDatabase";
import { daysAhead } from "../kit/server/clock";
import { copyDatabase, readDataKey } from "../kit/server/testDatabase.mjs";
import { readTables } from "../kit/data/readTables";
import { runToEnd } from "../kit/server/runToEnd";
import { TestServer } from "../kit/server/testServer";
import {
  makeDetails,
  signedInTraveller,
  signIn,
  toStory,
  type Traveller,
  type VisaApplicant,
} from "../kit/personas/traveller";
import { accessLog } from "./audit.generated";

const passportNumber = "Q7654321";

let server: TestServer;
let files: PassportFiles;
let traveller: Traveller;
let applicant: VisaApplicant;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(), makeSmallFiles()]);
  traveller = await signedInTraveller(server).withRequest();
  applicant = await addApplicant(traveller, files, { passportNumber, lastName: "Raghunathan" });
});
afterAll(() => server.dispose());

/** Returns the audit log, oldest event first. */
async function readLog() {
  return (await readTables(server, ["audit_event"])).audit_event;
}
/** Returns a user's events as "actor ACTION", without the parts that differ from run to run. */
async function eventsAbout(userId: string): Promise<string[]> {
  const events = (await readLog()).filter(({ ownerUserId }) => ownerUserId === userId);
  return events.map(({ actorKind, actorId, action }) => {
    const isOwn = actorId === userId;
    return `${isOwn ? "own" : actorKind} ${action}`;
  });
}
const seen = async (userId: string) =>
  (await eventsAbout(userId)).filter((event) => event.endsWith("FILE_SEEN"));
const open = async (link: string) => (await fetch(server.url + link)).status;

describe("the audit log", () => {
  test("records every change to an account and its applications, from the login code to the logout", async () => {
    const asha = await signedInTraveller(server).withRequest();
    const { visaRequestId } = asha.request;
    await asha.do(documents.updateProfile, { name: "Asha", email: "asha@example.com" });
    const first = await addApplicant(asha, files);
    const second = await addApplicant(asha, files);
    await asha.do(documents.updateVisaApplicant, {
      visaApplicantId: first.visaApplicantId,
      firstName: "Meera",
      passportNumber: "K1234567",
    });
    await asha.do(documents.removeVisaApplicant, { visaApplicantId: second.visaApplicantId });
    await asha.do(documents.changeTravelDate, { visaRequestId, travelDate: daysAhead(45) });
    await toStory(asha).paid();
    const { totalPrice: expectedAmount } = await asha.readRequest();
    await asha.do(documents.withdrawVisaRequest, { visaRequestId, expectedAmount });
    const other = await toStory(asha).withRequest();
    await other.do(documents.cancelVisaRequest, { visaRequestId: other.request.visaRequestId });
    await callGraphql(server, documents.logout, { token: asha.token });
    const { token } = await signIn(server, asha.phoneNumber);
    await callGraphql(server, documents.logoutEverywhere, { token });

    expect(await eventsAbout(asha.userId)).toEqual([
      "own LOGIN",
      "own REQUEST_CREATED",
      "own PROFILE_CHANGED",
      "own APPLICANT_CREATED",
      "own APPLICANT_CREATED",
      "own APPLICANT_CHANGED",
      "own APPLICANT_REMOVED",
      "own TRAVEL_DATE_CHANGED",
      "own ORDER_MADE",
      "SYSTEM PAYMENT_SETTLED",
      "own REFUND_DUE",
      "own REQUEST_CANCELLED",
      "SYSTEM REFUND_MADE",
      "own REQUEST_CREATED",
      "own REQUEST_CANCELLED",
      "own LOGOUT",
      "own LOGIN",
      "own SESSIONS_ENDED",
    ]);
    const log = await readLog();
    const change = log.find(
      ({ subjectId, action }) => action === "APPLICANT_CHANGED" && subjectId === first.visaApplicantId,
    )!;
    expect(change).toMatchObject({ subjectKind: "APPLICANT", visaRequestId });
    expect(JSON.parse(change.details)).toEqual({ fields: ["firstName", "passportNumber"] });
    const profile = log.find(
      ({ action, subjectId }) => action === "PROFILE_CHANGED" && subjectId === asha.userId,
    )!;
    expect(JSON.parse(profile.details)).toEqual({ fields: ["name", "email"] });
    const code = log.find(({ action }) => action === "CODE_ASKED");
    expect(code).toMatchObject({ actorKind: "VISITOR", actorId: null, ownerUserId: null });
  });

  test("contains no personal data", async () => {
    const text = JSON.stringify(await readLog());
    expect(text.length).toBeGreaterThan(1000);
    for (const secret of [
      traveller.phoneNumber,
      traveller.phoneNumber.slice(3),
      passportNumber,
      "Raghunathan",
      "me.jpg",
      "127.0.0.1",
    ])
      expect(text).not.toContain(secret);
  });

  test("does not record a refused change", async () => {
    const before = (await readLog()).length;
    const { data } = await traveller.call(documents.updateVisaApplicant, {
      input: { visaApplicantId: applicant.visaApplicantId, firstName: " " },
    });
    expect(data.updateVisaApplicant.userErrors).not.toEqual([]);
    await traveller.call(
      documents.createVisaApplicant,
      { input: { visaRequestId: traveller.request.visaRequestId, ...makeDetails({ passportNumber }) } },
      files,
    );
    expect((await readLog()).length).toBe(before);
  });

  test("records the owner's views of a file once an hour, even if the requests are concurrent", async () => {
    const asha = await signedInTraveller(server).withRequest();
    const { profileSrc, passportFrontSrc } = await addApplicant(asha, files);
    expect(await Promise.all(Array.from({ length: 8 }, () => open(profileSrc)))).toEqual(Array(8).fill(200));
    expect(await seen(asha.userId)).toEqual(["own FILE_SEEN"]);
    expect(await open(passportFrontSrc)).toBe(200);
    expect(await open(profileSrc)).toBe(200);
    expect(await seen(asha.userId)).toEqual(["own FILE_SEEN", "own FILE_SEEN"]);
  });

  test("does not record a view if the file's URL is forged", async () => {
    const before = (await readLog()).length;
    const forged = applicant.profileSrc.replace(/s=(.)/, (_, first) => (first === "_" ? "s=-" : "s=_"));
    expect(await open(forged)).toBe(404);
    expect((await readLog()).length).toBe(before);
  });

  test("cannot be changed or emptied in the database", async () => {
    const before = await readLog();
    for (const statement of [
      `UPDATE audit_event SET action = 'LOGOUT' WHERE sequence = 1`,
      `DELETE FROM audit_event WHERE sequence = 1`,
      `DELETE FROM audit_event`,
    ])
      await expect(editDatabase(server, statement)).rejects.toThrow(/append-only/);
    expect(await readLog()).toEqual(before);
  });
});

describe("accessLog", () => {
  const ask = async (who: Traveller, first?: number) =>
    (await who.call(accessLog, { visaRequestId: traveller.request.visaRequestId, first })).data.visaRequest;

  test("lists who viewed or changed personal data, newest first", async () => {
    expect(await open(applicant.passportFrontSrc)).toBe(200);
    const { visaApplicantId } = applicant;
    expect((await ask(traveller)).accessLog).toEqual([
      { at: expect.any(String), actor: "YOU", action: "FILE_SEEN", visaApplicantId, paper: "PASSPORT_FRONT" },
      { at: expect.any(String), actor: "YOU", action: "APPLICANT_CREATED", visaApplicantId, paper: null },
    ]);
    expect((await ask(traveller, 1)).accessLog).toHaveLength(1);
    expect((await ask(traveller, 0)).accessLog).toEqual([]);
  });

  test("is not visible to another user", async () => {
    expect(await ask(await signIn(server))).toBeNull();
  });
});

describe("npm run audit:verify", () => {
  test("verifies the log while the server writes to it", async () => {
    let isDone = false;
    const writing = (async () => {
      let written = 0;
      // Each application has a new traveller, because each person's drafts and writes per minute are limited.
      for (; !isDone; written++) await signedInTraveller(server).withRequest();
      return written;
    })();
    const { code, stdout, stderr } = await server.runCommand("verifyAudit");
    isDone = true;
    expect(await writing).toBeGreaterThan(0);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^The audit log is intact: \d+ events, the last with the hash [0-9a-f]{64}\n$/);
  });

  test("reports the first event that was changed, and exits with 1", async () => {
    const copy = await copyOfData();
    try {
      await withDatabase(copy, (db) => db.dropTrigger("audit_event_no_update", "audit_event"));
      await editDatabase(copy, `UPDATE audit_event SET action = 'LOGOUT' WHERE sequence = 2`);
      const { code, stdout, stderr } = await runToEnd([process.execPath, "dist/server/verifyAudit.js"], {
        DATA_DIR: copy.dataDir,
      });
      expect([code, stdout, stderr]).toEqual([1, "", "The audit log is NOT intact: event 2 was changed\n"]);
    } finally {
      await rm(copy.dataDir, { recursive: true, force: true });
    }
  });

  const columns = `at = b.at, "actorKind" = b."actorKind", "actorId" = b."actorId", action = b.action,
    "subjectKind" = b."subjectKind", "subjectId" = b."subjectId", "visaRequestId" = b."visaRequestId",
    "ownerUserId" = b."ownerUserId", details = b.details, "previousHash" = b."previousHash", hash = b.hash`;
  test.each([
    [
      "a changed row",
      [`UPDATE audit_event SET "actorId" = 'somebody-else' WHERE sequence = 3`],
      /event 3 was changed/,
    ],
    ["a deleted row", [`DELETE FROM audit_event WHERE sequence = 3`], /event 3 is missing/],
    [
      "a deleted row whose gap was closed",
      [
        `DELETE FROM audit_event WHERE sequence = 3`,
        `UPDATE audit_event SET sequence = -sequence + 1 WHERE sequence > 3`,
        `UPDATE audit_event SET sequence = -sequence WHERE sequence < 0`,
      ],
      /event 3 does not follow the previous event/,
    ],
    [
      "a truncated tail",
      [`DELETE FROM audit_event WHERE sequence > 4`],
      /event 5 is missing: the end of the log was cut off/,
    ],
    ["an emptied log", [`DELETE FROM audit_event`], /event 1 is missing/],
    [
      "two swapped rows",
      [
        `CREATE TEMP TABLE old AS SELECT * FROM audit_event WHERE sequence IN (3, 4)`,
        `UPDATE audit_event SET ${columns} FROM (SELECT * FROM old WHERE sequence = 4) b WHERE audit_event.sequence = 3`,
        `UPDATE audit_event SET ${columns} FROM (SELECT * FROM old WHERE sequence = 3) b WHERE audit_event.sequence = 4`,
      ],
      /event 3 does not follow the previous event/,
    ],
    [
      "a truncated tail if the head was adjusted but not signed again",
      [
        `DELETE FROM audit_event WHERE sequence > 4`,
        `UPDATE setting SET value = '{"count":4,"hash":"' || (SELECT hash FROM audit_event WHERE sequence = 4)
           || '","signature":"' || substr(value, length(value) - 65) WHERE name = 'audit-head'`,
      ],
      /the signed head is missing or was changed/,
    ],
  ] as const)("finds %s", async (_name, statements, complaint) => {
    const copy = await copyOfData();
    try {
      for (const trigger of ["update", "delete"])
        await withDatabase(copy, (db) => db.dropTrigger(`audit_event_no_${trigger}`, "audit_event"));
      await editDatabase(copy, statements);
      expect(await verdictOn(copy)).toMatch(complaint);
    } finally {
      await rm(copy.dataDir, { recursive: true, force: true });
    }
  });
});

/** Verifies the log; returns "right" or the first fault. */
async function verdictOn({ dataDir }: { dataDir: string }): Promise<string> {
  const keys = new KeyRing(readDataKey(dataDir));
  const db = await openServerDatabase({ dataDir });
  try {
    const audit = await AuditService.open({ db, keys, clock: { now: () => new Date() } });
    const verdict = await audit.verify();
    return verdict.isRight ? "right" : `event ${verdict.sequence} ${verdict.reason}`;
  } finally {
    await db.close();
  }
}

/** Stops the server and copies its data, so that each test tampers with its own copy. */
async function copyOfData(): Promise<Pick<TestServer, "dataDir">> {
  await server.stop();
  const dataDir = await mkdtemp(join(tmpdir(), "visaport-audit-"));
  await copyDatabase(server.dataDir, dataDir);
  await cp(join(server.dataDir, "keys"), join(dataDir, "keys"), { recursive: true });
  return { dataDir };
}
