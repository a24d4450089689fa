import { rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { consentVersion } from "../../modules/consent/consent.rules";
import { readTables } from "../kit/data/readTables";
import * as kit from "../kit/documents";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { readEvents } from "../kit/personas/partner";
import { createTestPartner, testWorldOf } from "../kit/personas/testWorld";
import { makeDetails, signIn, toStory, Traveller } from "../kit/personas/traveller";
import { daysAhead } from "../kit/server/clock";
import { endProcesses, startProcesses } from "../kit/server/processes";
import type { RunningServer } from "../kit/server/runningServer";
import { runServerToEnd } from "../kit/server/runToEnd";
import { findDatabaseUrl, newDatabase, secrets } from "../kit/server/testDatabase.mjs";
import { TestServer } from "../kit/server/testServer";
import { FakeRazorpay } from "../kit/standIns/fakeRazorpay";
import { verify, WebhookReceiver } from "../kit/standIns/webhookReceiver";
import { waitFor } from "../kit/waitFor";
import * as documents from "../testWorld/testWorld.generated";
import { quotePrice } from "../visaRequest/visaRequest.generated";

/** The test world next to a live world, both on PostgreSQL. */

const settings: Record<string, string> = {
  ...{ TEST_MODE: "on", STOP_SECONDS: "1", STAFF_PHONES: "+919000000001" },
  ...secrets,
};
let gateway: FakeRazorpay;
let receiver: WebhookReceiver;
let live: TestServer;
let world: RunningServer;
let owner: Traveller;
let program: Traveller;
beforeAll(async () => {
  [gateway, receiver] = await Promise.all([FakeRazorpay.start(), WebhookReceiver.start()]);
  settings["TEST_DATABASE_URL"] = await newDatabase();
  [live] = (await startProcesses(1, gateway, settings)) as [TestServer];
  world = testWorldOf(live);
  writeFileSync(noteOf(world), settings["TEST_DATABASE_URL"]);
});
afterAll(async () => {
  rmSync(noteOf(world));
  await endProcesses([live]);
  await Promise.all([gateway.close(), receiver.close()]);
});

/** The file in which `readTables` finds the URL of the test world's database. */
const noteOf = ({ dataDir }: RunningServer) => `${dataDir}-database-url`;
/** Settings for another process with the folder, database and gateway of the running server. */
const shared = () => ({
  ...gateway.settings,
  ...settings,
  DATA_DIR: live.dataDir,
  DATABASE_URL: findDatabaseUrl(live.dataDir)!,
});
const readTypes = async (by: Traveller) => (await readEvents(by)).map(({ type }) => type);

test("a partner's journey in the test world stores nothing in the live database", async () => {
  owner = await signIn(live);
  const before = await readTables(live, ["partner", "visa_request", "partner_event", "payment_order"]);
  const created = await createTestPartner(owner, world);
  program = created.program;
  const { data } = await owner.call(documents.enterTestWorld);
  const inside = new Traveller(world, owner.phoneNumber, {
    token: data.enterTestWorld.token,
    user: { userId: "" },
  });
  const types = ["APPLICATION_PAID", "APPLICANT_APPROVED"];
  const endpoint = { partnerId: created.partner.partnerId, url: receiver.url, types };
  const made = await inside.call(kit.createWebhookEndpoint, { input: endpoint } as never);
  const { secret } = made.data.createWebhookEndpoint;

  await toStory(program).withRequest("testland-30-days-test-visa");
  const { visaRequestId, visaId } = program.request;
  const quote = await program.call(quotePrice, { visaId, travelDate: daysAhead(30), adults: 1 });
  const consent = { textVersion: consentVersion };
  await program.do(
    kit.createVisaApplicant,
    { visaRequestId, ...makeDetails({ passportNumber: "M1234567" }), consent },
    await makeSmallFiles(),
  );
  expect((await program.readRequest()).totalPrice).toBe(quote.data.priceQuote.totalPrice);
  await program.call(documents.testPay, { visaRequestId, outcome: "PAID" });
  expect(await program.readRequest()).toMatchObject({ paymentStatus: "PAID" });
  await waitFor("the webhook arrives", () => receiver.received.length === 1);
  expect(verify(receiver.received[0]!, secret)).toMatchObject({
    type: "application.paid",
    data: { visaRequestId, isTest: true },
  });
  expect(await readTypes(program)).toEqual(["APPLICATION_PAID"]);
  expect(await readTables(live, ["partner", "visa_request", "partner_event", "payment_order"])).toEqual(
    before,
  );
  expect((await readTables(world, ["visa_request"])).visa_request).toHaveLength(1);
});

test("the test world continues after a SIGKILL", async () => {
  const before = await program.readRequest();
  await live.stop("SIGKILL");
  await live.start();
  expect(await program.readRequest()).toEqual({ ...before, visaApplicants: expect.anything() });
  expect(await readTypes(program)).toEqual(["APPLICATION_PAID"]);
  const [{ visaApplicantId }] = before.visaApplicants;
  const decision = await program.call(documents.testDecide, { visaApplicantId, outcome: "APPROVED" });
  expect(decision.data.testDecide).toMatchObject({ userErrors: [] });
  await waitFor("the second webhook arrives", () => receiver.received.length === 2);
  const [{ approvedVisaSrc }] = (await program.readRequest()).visaApplicants;
  expect((await fetch(live.url + approvedVisaSrc)).status).toBe(200);
});

test("a second process with the test world does not start, and one without it serves the live world", async () => {
  const second = await runServerToEnd({ ...shared(), PORT: "4997" });
  expect([second.code, second.stderr.trimEnd()]).toEqual([
    1,
    "Setting TEST_MODE: another server runs its test world",
  ]);
  const other = await TestServer.start({ ...shared(), TEST_MODE: "off" });
  const elsewhere = new Traveller(other, owner.phoneNumber, { token: owner.token, user: owner });
  expect((await elsewhere.call(kit.myVisaRequests)).status).toBe(200);
  expect((await fetch(`${other.url}/test/readyz`)).status).toBe(404);
  await other.stop();
});

test("the test world may run in a separate process next to the live world", async () => {
  live.configure({ TEST_MODE: "off" });
  await live.restart();
  const alone = await TestServer.start({ ...shared(), TEST_MODE: "only" });
  const there = new Traveller(testWorldOf(alone), "", { token: program.token, user: program });
  there.request = program.request;
  expect(await there.readRequest()).toMatchObject({ paymentStatus: "PAID", visaRequestStatus: "APPROVED" });
  expect((await fetch(`${live.url}/test/readyz`)).status).toBe(404);
  await alone.stop();
});
