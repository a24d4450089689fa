/** `npm run move-to-postgres` moves a folder with SQLite to PostgreSQL and a bucket without loss. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import * as documents from "../kit/documents";
import type { Row } from "../kit/data/openBehind";
import { consentVersion } from "../../modules/consent/consent.rules";
import { keepingConsent } from "../../modules/consent/keepingConsent.rules";
import { editDatabase, withDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import { signInStaff } from "../kit/personas/staff";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { DatabaseProxy } from "../kit/server/databaseProxy";
import { runServerToEnd, runToEnd } from "../kit/server/runToEnd";
import { databaseSettings, newDatabase } from "../kit/server/testDatabase.mjs";
import { TestServer } from "../kit/server/testServer";
import { FakeBucket } from "../kit/standIns/fakeBucket";
import { changeVisa, readVisa } from "../kit/stories/catalogueAdmin";
import { listLinks } from "../faults/kit/files";
import { askFor, approve, makeApproval, startReview } from "../kit/stories/review";

const settings = {
  DATA_KEY: "a data key of the folder that is moved".padEnd(48, "."),
  JWT_SECRET: "a secret of the folder that is moved".padEnd(48, "."),
};
/** Tables that are not moved: internal tables of the engines, and counters. */
const enginesOwn = ["sqlite_sequence", "migration", "call_limit"];

let server: TestServer;
let bucket: FakeBucket;
let travellers: Traveller[];
/** The folder's rows by table, as sorted JSON. */
let before: Record<string, string[]>;
/** The hash of the response to each of the travellers' links, by path. */
let served: Map<string, string>;
let target: Record<string, string>;

beforeAll(async () => {
  bucket = await FakeBucket.start();
  server = await TestServer.start({ ...settings, DATABASE_URL: "" });
  // Because of this file, the test kit would look for the folder's data in PostgreSQL.
  await rm(`${server.dataDir}-database-url`);
  travellers = await useEverything();
  await fillOtherTables();
  served = await serveAll();
  before = await readRows();
  await server.stop();
});
afterAll(async () => {
  await server.dispose();
  await bucket.dispose();
});

/** Makes applications in several states, with payments, reviews and a price change; returns their travellers. */
async function useEverything(): Promise<Traveller[]> {
  const staff = await signInStaff(server);
  const visa = await readVisa(staff, "egypt", "egypt-30-days-tourist-visa-single-entry");
  await changeVisa(staff, visa, { adultPrice: visa.adultPrice + 100 });
  const draft = await signedInTraveller(server).withRequest().withApplicant();
  const paid = await signedInTraveller(server).withRequest().withApplicant().withApplicant().paid();
  const { visaRequestId } = paid.request;
  await paid.do(documents.keepApplicants, { visaRequestId, consentTextVersion: keepingConsent.version });
  const approved = await startReview(server, staff);
  await approve(staff, makeApproval(approved.applicants[0]));
  const asked = await startReview(server, staff);
  await askFor(staff, asked.applicants[0], [{ field: "LAST_NAME" }]);
  return [draft, paid, approved.traveller, asked.traveller];
}

/** Column values, by table, that the server can read and no job acts on. */
const atRest: Record<string, Row> = {
  consent: { textVersion: consentVersion },
  money_task: { closedAt: "2026-11-01" },
  refund: { state: "DONE", amount: 100 },
};

/** Adds a row to each table that is still empty, so that it is compared like the others. */
async function fillOtherTables(): Promise<void> {
  await withDatabase(server, async (db) => {
    const findOne = async (table: string) => (await db.query(`SELECT * FROM ${table} LIMIT 1`))[0];
    const fill = async (table: string): Promise<void> => {
      if (await findOne(table)) return;
      const references = new Map<unknown, Row>();
      for (const reference of await db.query(`PRAGMA foreign_key_list(${table})`)) {
        await fill(String(reference.table));
        references.set(reference.from, reference);
      }
      const [{ sql }] = (await db.query("SELECT sql FROM sqlite_master WHERE name = ?", [table])) as [Row];
      const row: Row = { ...atRest[table] };
      for (const { name, type, notnull, pk } of await db.query(`PRAGMA table_info(${table})`)) {
        if (!notnull && !pk) continue;
        const { table: other, to } = references.get(name) ?? {};
        const allowed = new RegExp(`\\b${name}"? IN \\('(\\w+)'`).exec(String(sql))?.[1];
        const any = String(type).toLowerCase() === "text" ? "x" : 1;
        row[String(name)] ??= (other ? (await findOne(String(other)))?.[String(to)] : allowed) ?? any;
      }
      const names = Object.keys(row).map((name) => `"${name}"`);
      const marks = names.map(() => "?").join(", ");
      await db.run(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`, Object.values(row));
    };
    for (const table of await db.listTables()) await fill(table);
  });
}

/** Opens every file and receipt of the travellers; returns the hash of each, by path. */
async function serveAll(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const traveller of travellers) {
    const { visaRequestId } = traveller.request;
    const { visaApplicants } = await traveller.readRequest();
    const money = await traveller.call(documents.visaRequestMoney, { visaRequestId });
    const links = visaApplicants.flatMap(listLinks);
    const { receipt } = money.data.visaRequest;
    for (const src of [...links, ...(receipt ? [receipt.pdfSrc] : [])]) {
      const url = new URL(src, server.url);
      const response = await fetch(url);
      // Removes the time and id of a receipt, which differ each time it is opened.
      const bytes = Buffer.from(await response.arrayBuffer())
        .toString("latin1")
        .replace(/\(D:\d+Z\)|\/ID \[.*?\]/g, "");
      expect([url.pathname, response.status]).toEqual([url.pathname, 200]);
      found.set(url.pathname, createHash("sha256").update(bytes).digest("hex"));
    }
  }
  return found;
}

async function readRows(): Promise<Record<string, string[]>> {
  const tables = Object.entries(await readTables(server)).filter(([name]) => !enginesOwn.includes(name));
  return Object.fromEntries(
    tables.map(([name, rows]) => [
      name,
      (rows as Row[]).map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted(),
    ]),
  );
}

const move = (changes: Record<string, string> = {}) =>
  runToEnd([process.execPath, "dist/server/moveToPostgres.js"], {
    ...settings,
    ...bucket.settings,
    ...target,
    DATA_DIR: server.dataDir,
    ...changes,
  });

async function queryTarget(sql: string): Promise<unknown[]> {
  const client = new pg.Client(target["DATABASE_URL"]);
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Runs the command, and kills it as soon as it sends a chunk that `isChosen` accepts. */
async function moveAndKill(
  proxy: DatabaseProxy,
  changes: Record<string, string>,
  isChosen: (chunk: string) => boolean,
) {
  const { PATH = "" } = process.env;
  const env = { PATH, NODE_ENV: "test", ...settings, ...bucket.settings, ...target, ...changes };
  const child = spawn(process.execPath, ["dist/server/moveToPostgres.js"], {
    env: { ...env, DATA_DIR: server.dataDir },
    stdio: "inherit",
  });
  proxy.watch((chunk) => {
    if (!isChosen(chunk)) return;
    child.kill("SIGKILL");
    // Drops the bytes that the command had already sent after this chunk.
    proxy.silence();
  });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  await proxy.close();
  expect(signal).toBe("SIGKILL");
}

describe("the command rejects, in one line and without storing anything,", () => {
  beforeAll(async () => {
    target = { DATABASE_URL: await newDatabase() };
  });
  afterEach(async () => {
    expect(await queryTarget("SELECT 1 FROM pg_tables WHERE tablename = 'visa'")).toEqual([]);
    expect(await bucket.list()).toEqual([]);
  });
  const expectRefusal = async (line: string, changes: Record<string, string> = {}) =>
    expect(await move(changes)).toEqual({ code: 1, stdout: "", stderr: `${line}\n` });

  test.each([
    ["SQLite as the target", { DATABASE_URL: "" }, "Setting DATABASE_URL: must begin with postgres://"],
    ["a folder without a database", { DATA_DIR: tmpdir() }, "Setting DATA_DIR: there is no database in it"],
    [
      "another key",
      { DATA_KEY: "another key".padEnd(48, ".") },
      "Setting DATA_KEY: does not decrypt the existing data",
    ],
  ])("%s", async (_what, changes, line) => expectRefusal(line, changes));

  test("a folder on which a server is running", async () => {
    await server.restart();
    await expectRefusal("Setting DATA_DIR: another server is running on it");
    await server.stop();
  });

  test("a folder of a newer or older version", async () => {
    const ofAnother =
      "Setting DATA_DIR: the database in it is of another version; start this version on it once";
    await editDatabase(server, "INSERT INTO migration (timestamp, name) VALUES (9999999999999, 'Later')");
    await expectRefusal(ofAnother);
    await editDatabase(server, "DELETE FROM migration WHERE name = 'Later'");
    await editDatabase(server, "UPDATE migration SET name = 'Earlier' || name");
    await expectRefusal(ofAnother);
    await editDatabase(server, "UPDATE migration SET name = substr(name, 8)");
  });

  test("a database that belongs to another program", async () => {
    await queryTarget("CREATE TABLE of_another_program (id integer)");
    await expectRefusal("Setting DATABASE_URL: the database is not empty");
    await queryTarget("CREATE TABLE migration (name text); INSERT INTO migration VALUES ('Later')");
    await expectRefusal("Setting DATABASE_URL: the database belongs to another version");
  });
});

const expectNoStart = async (store: string, changes: Record<string, string>) =>
  expect(
    await runServerToEnd({
      ...settings,
      DATA_DIR: server.dataDir,
      NODE_OPTIONS: "--no-warnings",
      ...changes,
    }),
  ).toMatchObject({
    code: 1,
    stderr: `Setting DATABASE_URL: the files in ${store} belong to another database\n`,
  });

test("before the move, a server with an empty database does not start on the folder's files", async () => {
  const files = await readdir(join(server.dataDir, "files"), { recursive: true });
  await expectNoStart("DATA_DIR", { DATABASE_URL: await newDatabase() });
  expect(await readdir(join(server.dataDir, "files"), { recursive: true })).toEqual(files);
});

test("after three killed runs, the next one completes the move", async () => {
  const { DATABASE_URL = "" } = await databaseSettings(server.dataDir);
  target = { DATABASE_URL };
  const files = before["stored_file"]!.length + before["kept_file"]!.length;

  const toBucket = await DatabaseProxy.start(bucket.settings["AWS_ENDPOINT_URL_S3"]!);
  let puts = 0;
  await moveAndKill(toBucket, { AWS_ENDPOINT_URL_S3: toBucket.url }, (chunk) => {
    puts += chunk.split("PUT /").length - 1;
    return puts > 5;
  });
  const sent = (await bucket.list()).length;
  expect(sent).toBeLessThan(files);

  const toDatabase = await DatabaseProxy.start(target["DATABASE_URL"]!);
  await moveAndKill(toDatabase, { DATABASE_URL: toDatabase.url }, (chunk) =>
    chunk.includes('INSERT INTO "visa_applicant"'),
  );
  expect(await bucket.list()).toHaveLength(files);
  expect(Object.values(await readRows()).flat()).toEqual([]);

  // Kills the run while its COMMIT is in flight, so that the run does not learn the outcome.
  const again = await DatabaseProxy.start(target["DATABASE_URL"]!);
  let isCopied = false;
  await moveAndKill(again, { DATABASE_URL: again.url }, (chunk) => {
    isCopied ||= chunk.includes("ANALYZE");
    return isCopied && chunk.includes("COMMIT");
  });

  const { code, stdout } = await move();
  expect(code).toBe(0);
  expect(stdout).toContain(`files: 0 sent, ${files} already there, 0 lost\n`);
  expect(stdout).toContain("All rows had been moved by an earlier run.\n");
});

test("every row of every table is the same after the move", async () => {
  const after = await readRows();
  expect(Object.keys(after)).toEqual(Object.keys(before));
  // Compares only the rows that differ, because a message with all rows would be unreadable.
  for (const [name, rows] of Object.entries(before))
    expect([name, rows.filter((row, at) => row !== after[name]![at]), after[name]!.length]).toEqual([
      name,
      [],
      rows.length,
    ]);
  // An empty table would prove nothing.
  const empty = Object.entries(before).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []));
  expect(empty).toEqual([]);
});

test("a server with PostgreSQL and the bucket serves every file and receipt, and the audit log is intact", async () => {
  await rm(join(server.dataDir, "files"), { recursive: true });
  server.configure({ ...target, ...bucket.settings });
  await server.restart();
  expect(await serveAll()).toEqual(served);
  const { code, stdout } = await server.runCommand("verifyAudit");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^The audit log is intact: \d+ events/)]);
  // Generated numbers continue after the moved ones.
  const staff = await signInStaff(server);
  const visa = await readVisa(staff, "egypt", "egypt-30-days-tourist-visa-single-entry");
  expect((await changeVisa(staff, visa, { adultPrice: visa.adultPrice + 100 })).userErrors).toEqual([]);
  await signedInTraveller(server).withRequest().withApplicant().paid();
});

test("restore --check opens every file, and names files that are missing or do not decrypt", async () => {
  const { stored_file, kept_file } = await readTables(server, ["stored_file", "kept_file"]);
  const files = stored_file.length + kept_file.length;
  const whole = await server.runCommand("restore", "--check");
  expect(whole.code).toBe(0);
  expect(whole.stdout).toContain(`  stored_file: ${stored_file.length} rows\n`);
  expect(whole.stdout).toContain(`  files: ${files}, all match their rows\n`);

  const [missing, changed] = stored_file.map(({ fileId }) => fileId);
  await bucket.remove(missing!);
  await bucket.put(changed!, 0);
  const { code, stderr } = await server.runCommand("restore", "--check");
  expect(code).toBe(1);
  expect(stderr).toContain(`The file ${missing} is missing\n`);
  expect(stderr).toContain(`The file ${changed} does not decrypt\n`);
  expect(stderr).toContain(`2 of ${files} files are faulty.\n`);

  await bucket.stop();
  const away = await server.runCommand("restore", "--check");
  await bucket.resume();
  expect([away.code, away.stderr]).toEqual([
    1,
    expect.stringMatching(
      /The command did not finish: files away\. .*\. Run it again once the problem is solved\n$/,
    ),
  ]);
});

test("the command refuses a database that a server has used", async () => {
  await server.stop();
  const { code, stderr } = await move();
  expect([code, stderr]).toEqual([1, "Setting DATABASE_URL: the database is not empty\n"]);
});

test("a server does not start on the old database once the new one has claimed the files", async () => {
  await expectNoStart("FILES", { ...bucket.settings, DATABASE_URL: "" });
});
