import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { clockAt } from "../kit/server/clock";
import { endProcesses, startProcesses } from "../kit/server/processes";
import { runServerToEnd } from "../kit/server/runToEnd";
import { TestServer } from "../kit/server/testServer";
import { FakeRazorpay } from "../kit/standIns/fakeRazorpay";

/** A process that would harm the one that already uses the database does not start. */

const settings = {
  JWT_SECRET: "a secret of the first process".padEnd(48, "."),
  DATA_KEY: "a data key of both processes".padEnd(48, "."),
  STAFF_PHONES: "+919000000001,+919000000002",
};
let gateway: FakeRazorpay;
let running: TestServer;

beforeAll(async () => {
  gateway = await FakeRazorpay.start();
  [running] = (await startProcesses(1, gateway, settings)) as [TestServer];
});
afterAll(async () => {
  await endProcesses([running]);
  await gateway.close();
});

const otherSecret = "another secret than that of the first process".padEnd(48, ".");
const inTenSeconds = () => new Date(Date.now() + 10_000).toISOString();

test.each([
  ["another JWT_SECRET", () => ({ JWT_SECRET: otherSecret }), /^Setting JWT_SECRET: differs from/],
  ["other STAFF_PHONES", () => ({ STAFF_PHONES: "+919000000001" }), /^Setting STAFF_PHONES: differs from/],
  [
    "a clock that differs by ten seconds",
    () => clockAt(inTenSeconds()),
    /^The clock of this machine differs by/,
  ],
])("one with %s says so in one line", async (_which, changed, line) => {
  const { code, stderr } = await runServerToEnd({
    ...settings,
    ...gateway.settings,
    DATA_DIR: running.dataDir,
    PORT: "4998",
    ...changed(),
  });
  expect([code, stderr.trimEnd().split("\n")]).toEqual([1, [expect.stringMatching(line)]]);
});

test("after the first one was killed, a process with other settings starts at once", async () => {
  await running.stop("SIGKILL");
  running.configure({ JWT_SECRET: otherSecret });
  await running.start();
  expect(running.isRunning).toBe(true);
});
