import { createHash } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { consentVersion } from "../../modules/consent/consent.rules";
import { keepingConsent } from "../../modules/consent/keepingConsent.rules";
import { confirmIdentity } from "../auth/identity.generated";
import { addApplicant, sendApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import { KeyRotationRun } from "../kit/server/rotateKeys";
import { yearsAgo } from "../kit/server/clock";
import { runServerToEnd } from "../kit/server/runToEnd";
import { findDatabaseUrl } from "../kit/server/testDatabase.mjs";
import { TestServer } from "../kit/server/testServer";
import {
  newPhoneNumber,
  signedInTraveller,
  signIn,
  toStory,
  Traveller,
  type VisaApplicant,
} from "../kit/personas/traveller";

const oldKey = "the old data key, which somebody may have read";
const newKey = "the new data key, which nobody else has seen yet";
const both = { DATA_KEY: newKey, DATA_KEY_PREVIOUS: oldKey };
const applicantsBefore = 5;
/**
 * Pause between writes. Every applicant is read again and again, so adding applicants without a pause would use up
 * the CPU.
 */
const betweenWritesMs = 100;
const steadyPassport = "K1234567";
const keptPassport = "K7654321";

let server: TestServer;
let files: PassportFiles;
let traveller: Traveller;
/** A traveller who has a kept applicant and has not signed in for so long that the next login creates a new account. */
let away: Traveller;
/** A traveller with a kept applicant under the old key, to whom a test adds a copy under the new key. */
let twice: Traveller;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start({ DATA_KEY: oldKey }), makeSmallFiles()]);
  traveller = await signedInTraveller(server).withRequest();
  const consent = { textVersion: consentVersion, guardianName: "Meera Rao" };
  await addApplicant(traveller, files, { passportNumber: steadyPassport, dateOfBirth: yearsAgo(9), consent });
  for (let one = 1; one < applicantsBefore; one++) await addApplicant(traveller, files);
  away = await signIn(server);
  await keepApplicant(away);
  twice = await signIn(server);
  await keepApplicant(twice);
  const longAgo = new Date(yearsAgo(1)).toISOString();
  await editDatabase(server, `UPDATE user_account SET "lastSeenAt" = ? WHERE "userId" = ?`, [
    longAgo,
    away.userId,
  ]);
});
afterAll(() => server.dispose());

/**
 * Pays for an applicant with the passport number `keptPassport`, has the account keep the applicant, and returns its
 * id.
 */
async function keepApplicant(owner: Traveller): Promise<string> {
  const { request } = await toStory(owner)
    .withRequest()
    .withApplicant({ passportNumber: keptPassport })
    .paid();
  const { visaRequestId } = request;
  await owner.do(documents.keepApplicants, { visaRequestId, consentTextVersion: keepingConsent.version });
  return request.visaApplicants[0].visaApplicantId;
}

const linksOf = ({ profileSrc, passportFrontSrc, passportBackSrc }: VisaApplicant): string[] => [
  profileSrc,
  passportFrontSrc,
  passportBackSrc,
];

/** Returns the passport number, guardian, file names and file hashes of every applicant. */
async function readAll(): Promise<Record<string, string[]>> {
  const seen: Record<string, string[]> = {};
  for (const applicant of (await traveller.readRequest()).visaApplicants) {
    const opened = await Promise.all(
      linksOf(applicant).map(async (link) => {
        const response = await fetch(server.url + link);
        const bytes = Buffer.from(await response.arrayBuffer());
        const name = response.headers.get("content-disposition");
        return `${response.status} ${name} ${createHash("sha256").update(bytes).digest("hex")}`;
      }),
    );
    const { passportNumber, consent } = applicant;
    seen[applicant.visaApplicantId] = [`${passportNumber} ${consent?.guardianName}`, ...opened];
  }
  return seen;
}

/** Counts the data keys that are in use in each encrypted column. */
async function countKeys(): Promise<Record<string, number>> {
  const tables = await readTables(server, ["stored_file", "visa_applicant", "consent"]);
  const idsOf = (texts: string[]) => new Set(texts.map((text) => text.split(".")[1])).size;
  return {
    wrappedKey: idsOf(tables["stored_file"].map(({ wrappedKey }) => wrappedKey)),
    imageNameSealed: idsOf(tables["stored_file"].map(({ imageNameSealed }) => imageNameSealed)),
    passportNumberSealed: idsOf(
      tables["visa_applicant"].map(({ passportNumberSealed }) => passportNumberSealed),
    ),
    guardianNameSealed: idsOf(tables["consent"].map(({ guardianNameSealed }) => guardianNameSealed)),
  };
}

/** Stops the server and tries to start another one with each key alone; returns how each start ended. */
async function startAlone(...keys: string[]): Promise<unknown[]> {
  await server.stop();
  const endings: unknown[] = [];
  for (const DATA_KEY of keys)
    endings.push(await runServerToEnd({ DATA_DIR: server.dataDir, PORT: "4999", DATA_KEY }));
  await server.start();
  return endings;
}

/** Adds applicants and reads all of them until stopped; `stop` returns the ids of the added applicants. */
function loadServer(): { stop(): Promise<string[]> } {
  let isStopping = false;
  const acknowledged: string[] = [];
  const write = async () => {
    while (!isStopping) {
      const { faults, visaApplicantId } = await sendApplicant(traveller, "REST", files);
      expect(faults).toEqual([]);
      acknowledged.push(visaApplicantId!);
      await pause(betweenWritesMs);
    }
  };
  const read = async () => {
    while (!isStopping)
      for (const [, ...opened] of Object.values(await readAll()))
        for (const file of opened) expect(file).toMatch(/^200 /);
  };
  const work = Promise.all([write(), read()]);
  // Prevents an unhandled rejection; `stop` awaits `work` and so throws its error.
  work.catch(() => {});
  return {
    async stop() {
      isStopping = true;
      await work;
      return acknowledged;
    },
  };
}

describe("a new data key", () => {
  let before: Record<string, string[]>;

  test("is rejected by the rotation until the server runs with both keys", async () => {
    before = await readAll();
    const refused = await new KeyRotationRun(server, both).end();
    expect(refused).toEqual({
      code: 1,
      output: "Setting DATA_KEY: restart the server with both keys first, then run this again\n",
    });
    expect(await readAll()).toEqual(before);
  });

  test("works alongside the old key, whose signed URLs, login codes and passports are still recognised", async () => {
    const [photo] = linksOf((await traveller.readRequest()).visaApplicants[0]);
    const phoneNumber = newPhoneNumber();
    await callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } });
    server.configure(both);
    await server.restart();

    expect((await fetch(server.url + photo)).status).toBe(200);
    const otp = await server.readCode(phoneNumber);
    const { data } = await callGraphql(server, documents.verifyOtp, {
      variables: { input: { phoneNumber, otp } },
    });
    expect(data.verifyOtp).toMatchObject({ userErrors: [], session: { user: { phoneNumber } } });
    const twin = await sendApplicant(traveller, "GraphQL", files, { passportNumber: steadyPassport });
    expect(twin.faults).toEqual(["passportNumber: CONFLICT"]);
    expect(await readAll()).toEqual(before);
  }, 300_000);

  test("does not cause an audit event for an edit that changes nothing", async () => {
    const { visaApplicantId, passportNumber } = (await traveller.readRequest()).visaApplicants[0];
    await traveller.do(documents.updateVisaApplicant, { visaApplicantId, passportNumber });
    const { audit_event: events } = await readTables(server, ["audit_event"]);
    const actions = events
      .filter(({ subjectId }) => subjectId === visaApplicantId)
      .map(({ action }) => action);
    expect(actions).toEqual(["APPLICANT_CREATED"]);
  });

  test("does not duplicate an applicant that the older account kept under the old key", async () => {
    const back = await signIn(server, away.phoneNumber);
    expect(back.userId).not.toBe(away.userId);
    const visaApplicantId = await keepApplicant(back);
    const session = await back.do(confirmIdentity, { passportNumber: keptPassport });
    expect(session.user.userId).toBe(away.userId);
    const owner = new Traveller(server, away.phoneNumber, session);
    const { applicants } = (await owner.call(documents.keptApplicants)).data.keptApplicants;
    expect(applicants).toMatchObject([{ visaApplicantId }]);
  });

  test("replaces the old key while the server runs, even if the first rotation is killed halfway", async () => {
    const other = await signIn(server);
    const newerCopy = await keepApplicant(other);
    const move = `UPDATE kept_applicant SET "userId" = ? WHERE "userId" = ?`;
    expect(await editDatabase(server, move, [twice.userId, other.userId])).toBe(1);
    const firstLoad = loadServer();
    // Rotates one row a second, so that the rotation is killed halfway even if this process notices the third row late.
    const cut = new KeyRotationRun(server, both, "--batch", "1", "--pause", "1000");
    await cut.killAfter(3);
    expect(await countKeys()).toMatchObject({ wrappedKey: 2 });
    const acknowledged = await firstLoad.stop();
    const stderr =
      "Setting DATA_KEY_PREVIOUS: the key rotation is not complete; set both keys and run npm run keys:rotate\n";
    const refused = { code: 1, stdout: "", stderr };
    expect(await startAlone(oldKey, newKey)).toEqual([refused, refused]);

    const load = loadServer();
    const whole = await new KeyRotationRun(server, both, "--batch", "5", "--pause", "20").end();
    expect(whole).toMatchObject({
      code: 0,
      output: expect.stringContaining("All data uses the current key"),
    });
    expect(whole.output).toMatch(
      /^Removed, because a newer copy .* other key:\nkept_applicant [\da-f-]{36}$/m,
    );
    const { applicants } = (await twice.call(documents.keptApplicants)).data.keptApplicants;
    expect(applicants).toMatchObject([{ visaApplicantId: newerCopy }]);
    acknowledged.push(...(await load.stop()));
    expect(acknowledged.length).toBeGreaterThan(1);

    expect(await countKeys()).toEqual({
      wrappedKey: 1,
      imageNameSealed: 1,
      passportNumberSealed: 1,
      guardianNameSealed: 1,
    });
    const after = await readAll();
    expect(after).toMatchObject(before);
    expect(Object.keys(after)).toEqual(expect.arrayContaining(acknowledged));
    expect(Object.keys(after)).toHaveLength(applicantsBefore + acknowledged.length);
    before = after;
  }, 300_000);

  test("decrypts all values after the rotation, while the old key decrypts none", async () => {
    server.configure({ DATA_KEY_PREVIOUS: undefined });
    await server.restart();
    expect(await readAll()).toEqual(before);
    const twin = await sendApplicant(traveller, "GraphQL", files, { passportNumber: steadyPassport });
    expect(twin.faults).toEqual(["passportNumber: CONFLICT"]);
    const stderr = "Setting DATA_KEY: does not decrypt the existing data\n";
    expect(await startAlone(oldKey)).toEqual([{ code: 1, stdout: "", stderr }]);
    const again = await new KeyRotationRun(server, { DATA_KEY: newKey }).end();
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining("already uses the current key") });
    const wrong = await new KeyRotationRun(server, { DATA_KEY: oldKey }).end();
    expect(wrong).toEqual({ code: 1, output: "Setting DATA_KEY: does not decrypt the existing data\n" });
    expect(await readAll()).toEqual(before);
  }, 300_000);
});

test("a generated data key is rotated by renaming its file", async () => {
  const kept = await TestServer.start();
  try {
    // With PostgreSQL, no key is generated.
    if (findDatabaseUrl(kept.dataDir)) return;
    const owner = await signedInTraveller(kept).withRequest();
    const { passportNumber } = await addApplicant(owner, files);
    const keyFile = join(kept.dataDir, "keys", "data-key");
    await rename(keyFile, `${keyFile}-previous`);
    await kept.restart();
    expect(await new KeyRotationRun(kept, {}).end()).toMatchObject({ code: 0 });
    await rm(`${keyFile}-previous`);
    await kept.restart();
    const [applicant] = (await owner.readRequest()).visaApplicants;
    expect(applicant.passportNumber).toBe(passportNumber);
    expect((await fetch(kept.url + applicant.profileSrc)).status).toBe(200);
  } finally {
    await kept.dispose();
  }
}, 300_000);
