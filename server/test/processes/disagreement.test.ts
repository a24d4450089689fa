import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { clockAt } from "../kit/server/clock";
import { endProcesses, startProcesses } from "../kit/server/processes";
import { runServerToEnd, runToEnd } from "../kit/server/runToEnd";
import { findDatabaseUrl } from "../kit/server/testDatabase.mjs";
import { TestServer } from "../kit/server/testServer";
import { FakeBucket } from "../kit/standIns/fakeBucket";
import { FakeRazorpay } from "../kit/standIns/fakeRazorpay";

/** A process that would harm the process that already uses the database does not start. */

const settings = {
  JWT_SECRET: "a secret of the first process".padEnd(48, "."),
  DATA_KEY: "a data key of both processes".padEnd(48, "."),
  STAFF_PHONES: "+919000000001,+919000000002",
};
let gateway: FakeRazorpay;
let bucket: FakeBucket;
let running: TestServer;

beforeAll(async () => {
  [gateway, bucket] = await Promise.all([FakeRazorpay.start(), FakeBucket.start()]);
  [running] = (await startProcesses(1, gateway, settings)) as [TestServer];
});
afterAll(async () => {
  await endProcesses([running]);
  await gateway.close();
  await bucket.dispose();
  await rm(otherFolder, { recursive: true, force: true });
});

const otherSecret = "another secret than that of the first process".padEnd(48, ".");
const otherFolder = join(tmpdir(), `visaport-other-folder-${randomUUID()}`);
const inTenSeconds = () => new Date(Date.now() + 10_000).toISOString();

test.each([
  ["another JWT_SECRET", () => ({ JWT_SECRET: otherSecret }), /^Setting JWT_SECRET: differs from/],
  [
    "another DATA_KEY, as in a rotation",
    () => ({ DATA_KEY: otherSecret, DATA_KEY_PREVIOUS: settings.DATA_KEY }),
    /^Setting DATA_KEY: differs from/,
  ],
  ["no JWT_SECRET", () => ({ JWT_SECRET: "" }), /^Setting JWT_SECRET: is required with PostgreSQL$/],
  ["no DATA_KEY", () => ({ DATA_KEY: "" }), /^Setting DATA_KEY: is required with PostgreSQL$/],
  [
    "another folder of files",
    () => ({ DATA_DIR: otherFolder }),
    /^Setting DATA_DIR: does not contain the files of a running process on the same database$/,
  ],
  [
    "files in a bucket",
    () => ({ ...bucket.settings, NODE_OPTIONS: "--no-warnings" }),
    /^Setting FILES: does not contain the files of a running process on the same database$/,
  ],
  ["other STAFF_PHONES", () => ({ STAFF_PHONES: "+919000000001" }), /^Setting STAFF_PHONES: differs from/],
  [
    "a clock that differs by ten seconds",
    () => clockAt(inTenSeconds()),
    /^The clock of this machine differs by/,
  ],
])("a process with %s does not start, and prints the reason in one line", async (_which, changed, line) => {
  const { code, stderr } = await runServerToEnd({
    ...settings,
    ...gateway.settings,
    DATA_DIR: running.dataDir,
    DATABASE_URL: findDatabaseUrl(running.dataDir)!,
    PORT: "4998",
    ...changed(),
  });
  expect([code, stderr.trimEnd().split("\n")]).toEqual([1, [expect.stringMatching(line)]]);
});

test("a command with another DATA_KEY does not run while a server is running", async () => {
  const rotating = { DATA_KEY: otherSecret, DATA_KEY_PREVIOUS: settings.DATA_KEY };
  const command = [process.execPath, "dist/server/staff.js", "list"];
  const refused = await runToEnd(command, {
    ...settings,
    ...gateway.settings,
    DATA_DIR: running.dataDir,
    ...rotating,
  });
  expect(refused).toEqual({
    code: 1,
    stdout: "",
    stderr: "Setting DATA_KEY: restart the server with both keys first, then run this again\n",
  });
});

test("a process with other settings starts immediately after the first process was killed", async () => {
  await running.stop("SIGKILL");
  running.configure({ JWT_SECRET: otherSecret });
  await running.start();
  expect(running.isRunning).toBe(true);
});

test("processes start with a warning while the bucket is unavailable, and without one when it is available again", async () => {
  const warning = "could not check whether the files belong to this database";
  const own: TestServer[] = [];
  const common = { ...settings, ...gateway.settings, ...bucket.settings };
  const startNext = async () => {
    const dataDir = own[0]?.dataDir ?? (await mkdtemp(join(tmpdir(), "visaport-bucket-away-")));
    own.push(await TestServer.start({ ...common, DATA_DIR: dataDir }));
  };
  try {
    await bucket.stop();
    await startNext();
    await startNext();
    await bucket.resume();
    await startNext();
    expect(own.map(({ output }) => output.includes(warning))).toEqual([true, true, false]);
  } finally {
    await endProcesses(own);
  }
});
