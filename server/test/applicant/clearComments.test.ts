import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { clearMark, decryptComments } from "../../modules/applicant/applicant.crypto";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { editDatabase, withDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { signedInTraveller, Traveller } from "../kit/personas/traveller";
import { addApplicant } from "../kit/stories/applicants";
import { runScript } from "../kit/server/runToEnd";
import { findDatabaseUrl } from "../kit/server/testDatabase.mjs";
import { TestServer } from "../kit/server/testServer";

/** The first start after an update encrypts older comments. This test kills the server while it is doing so. */

const secrets = {
  DATA_KEY: "a data key of more than thirty-two bytes",
  JWT_SECRET: "a secret of this suite".padEnd(48, "."),
};
const keys = new KeyRing(secrets.DATA_KEY);
/** Number of copied applicants, enough for many transactions. */
const bulk = 8_000;
const written = ["Needs a wheelchair", "clear:\nof cost", "v2.abcdefgh.looks encrypted"];

let server: TestServer;
let folder: string;
let traveller: Traveller;
/** The comments of all applicants by id. */
let original: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "visaport-comments-"));
  server = await TestServer.start(secrets);
  traveller = await signedInTraveller(server).withRequest();
  const files = await makeSmallFiles();
  for (const comments of written) await addApplicant(traveller, files, { comments });
  const other = await signedInTraveller(server).withRequest().withApplicant();
  const sql = `UPDATE visa_applicant SET "commentsSealed" = ? WHERE "visaApplicantId" = ?`;
  for (const [id, comments] of Object.entries(await readComments(server)))
    await editDatabase(server, sql, [clearMark + comments, id]);
  await addCopies(other);
  await server.stop();
  original = await readComments(server);
  expect(Object.values(original)).toHaveLength(written.length + 1 + bulk);
});
afterAll(async () => {
  await server.dispose();
  await rm(folder, { recursive: true });
});

/** Stores many copies of an applicant with unencrypted comments. */
async function addCopies({ request }: Traveller): Promise<void> {
  const { visaApplicantId } = request.visaApplicants[0];
  await withDatabase(server, async (db) => {
    const [row] = await db.query(`SELECT * FROM visa_applicant WHERE "visaApplicantId" = ?`, [
      visaApplicantId,
    ]);
    const changed = {
      visaApplicantId: `'copy ' || n`,
      passportNumberIndex: `'copy ' || n`,
      commentsSealed: `'${clearMark}Comment ' || n`,
    };
    const columns = Object.keys(row!).map((name) => `"${name}"`);
    const values = Object.keys(row!).map((name) => changed[name as keyof typeof changed] ?? `"${name}"`);
    await db.run(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${bulk})
       INSERT INTO visa_applicant (${columns.join()})
       SELECT ${values.join()} FROM numbers, visa_applicant WHERE "visaApplicantId" = ?`,
      [visaApplicantId],
    );
  });
}

async function readComments(of: { dataDir: string }): Promise<Record<string, string>> {
  const { visa_applicant } = await readTables(of as TestServer, ["visa_applicant"]);
  return Object.fromEntries(visa_applicant.map((row) => [row.visaApplicantId, decryptComments(keys, row)!]));
}

const countClear = async () => {
  const sql = `SELECT COUNT(*) AS count FROM visa_applicant WHERE substr("commentsSealed", 1, 6) = '${clearMark}'`;
  return withDatabase(server, async (db) => Number((await db.query(sql))[0]!["count"]));
};

/** Asserts that every comment is encrypted exactly once, and that the owner can read it. */
async function expectEncrypted(of: TestServer): Promise<void> {
  expect(await readComments(of)).toEqual(original);
  const { visa_applicant } = await readTables(of, ["visa_applicant"]);
  expect(visa_applicant.filter(({ commentsSealed }) => !keys.isPresent(commentsSealed))).toEqual([]);
  const { phoneNumber, token, userId, request } = traveller;
  const owner = new Traveller(of, phoneNumber, { token, user: { userId } });
  owner.request = request;
  const { visaApplicants } = await owner.readRequest();
  expect(visaApplicants.map(({ comments }) => comments).toSorted()).toEqual(written.toSorted());
}

test("if the server is killed while it encrypts comments, the next start encrypts the rest, and no comment is lost", async () => {
  const total = await countClear();
  const starting = server.start().catch(() => undefined);
  for (let left = total; left === total;) left = await countClear();
  await server.stop("SIGKILL");
  await starting;
  const left = await countClear();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(total);
  expect(await readComments(server)).toEqual(original);

  await server.start();
  await expectEncrypted(server);

  // The rest tests the backup command, which supports only SQLite.
  if (findDatabaseUrl(server.dataDir)) return;
  const { dataDir } = server;
  expect(await runScript("backup", [folder], { ...secrets, DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  const archive = join(folder, (await readdir(folder))[0]!);
  for (const comments of written) expect((await readFile(archive)).includes(comments)).toBe(false);
  const into = join(folder, "restored");
  const settings = { ...secrets, DATA_DIR: join(folder, "none") };
  expect(await runScript("restore", [archive, "--into", into], settings)).toMatchObject({ code: 0 });
  const restored = await TestServer.start({ ...secrets, DATA_DIR: into });
  try {
    await expectEncrypted(restored);
  } finally {
    await restored.dispose();
  }
});
