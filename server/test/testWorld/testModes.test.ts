import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { readConfig } from "../../app/config";
import { makePartnerKey } from "../../modules/partner/partnerKey.crypto";
import { unusedDays } from "../../modules/testWorld/testPartner.rules";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as kit from "../kit/documents";
import { createTestPartner, testWorldOf } from "../kit/personas/testWorld";
import { signIn, toStory } from "../kit/personas/traveller";
import { TestServer } from "../kit/server/testServer";
import { waitFor } from "../kit/waitFor";
import { callGraphql } from "../kit/wire/callApi";
import { errorCodes, getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";
import * as documents from "./testWorld.generated";

let server: TestServer;
afterEach(() => server.dispose());

test("a server without a test world refuses its path, partners and keys", async () => {
  server = await TestServer.start();
  expect(existsSync(join(server.dataDir, "test"))).toBe(false);
  const response = await fetch(`${server.url}/test/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ siteInfo { brand } }" }),
  });
  expect(response.status).toBe(404);
  const person = await signIn(server);
  const input = { name: "Ravi", email: "tech@ravi.example" };
  for (const answer of [
    await person.call(documents.createTestPartner, { input }),
    await person.call(documents.enterTestWorld),
  ])
    expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
  const refused = await callGraphql(server, "{ siteInfo { brand } }", { token: makePartnerKey("test") });
  expect(topLevelErrorCodes(refused)).toEqual(["KEY_WRONG_WORLD"]);
});

test("a server with only a test world also serves it at the root, and keeps its earlier data", async () => {
  server = await TestServer.start({ TEST_MODE: "on" });
  const { secret, partner } = await createTestPartner(await signIn(server), testWorldOf(server));
  server.configure({ TEST_MODE: "only" });
  await server.restart();
  const world = testWorldOf(server);
  for (const url of [server.url, world.url]) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const { data } = await callGraphql(server, kit.myVisaRequests, { token: secret });
  expect(data.myVisaRequests.nodes).toEqual([]);
  const refused = await callGraphql(server, "{ siteInfo { brand } }", { token: makePartnerKey("live") });
  expect(topLevelErrorCodes(refused)).toEqual(["KEY_WRONG_WORLD"]);

  const person = await signIn(world, "+919999900001");
  const { program } = await createTestPartner(person, world, "Alone");
  await toStory(program).withRequest("testland-30-days-test-visa");
  expect((await readTables(world, ["partner"])).partner.map(({ partnerId }) => partnerId)).toContain(
    partner.partnerId,
  );
});

test("in production, the test world stores no SMS and no e-mail", async () => {
  server = await TestServer.start({
    NODE_ENV: "production",
    ALLOW_SANDBOX: "1",
    JWT_SECRET: "j".repeat(32),
    DATA_KEY: "d".repeat(32),
    STAFF_SECOND_FACTOR: "off",
    FOUR_EYES_ABOVE_INR: "off",
    TEST_MODE: "on",
  });
  const world = testWorldOf(server);
  await createTestPartner(await signIn(server), world);
  const input = { phoneNumber: "+919999900002" };
  const { data } = await callGraphql(world, kit.requestOtp, { variables: { input } });
  expect(data.requestOtp.sent).toBe(true);
  expect([server, world].map(({ dataDir }) => existsSync(join(dataDir, "outbox")))).toEqual([true, false]);
});

test("a test partner that was not used for 30 days is removed with its applications; a used one is retained", async () => {
  server = await TestServer.start({ TEST_MODE: "on" });
  const world = testWorldOf(server);
  const owner = await signIn(server);
  const unused = await createTestPartner(owner, world, "Unused");
  const used = await createTestPartner(owner, world, "Used");
  for (const { program } of [unused, used])
    await toStory(program).withRequest("testland-30-days-test-visa").withApplicant();
  // An unanswered correction would block the erasure of a live account.
  const { program } = unused;
  const [{ visaApplicantId }] = program.request.visaApplicants as [{ visaApplicantId: string }];
  const { visaRequestId } = program.request;
  for (const answer of [
    await program.call(documents.testPay, { visaRequestId, outcome: "PAID" }),
    await program.call(documents.testDecide, { visaApplicantId, outcome: "NEW_PHOTO" }),
  ])
    expect(getUserErrors(answer)).toEqual([]);
  const long = new Date(Date.now() - (unusedDays + 1) * 24 * 60 * 60_000).toISOString();
  await waitFor("both uses are recorded", async () =>
    (await readTables(world, ["partner_key"])).partner_key.every(({ lastUsedAt }) => lastUsedAt),
  );
  await editDatabase(world, `UPDATE partner SET "createdAt" = '${long}'`);
  await editDatabase(world, `UPDATE partner_key SET "lastUsedAt" = '${long}' WHERE "partnerId" = ?`, [
    unused.partner.partnerId,
  ]);
  await server.restart();
  await waitFor("the unused partner is removed", async () =>
    (await readTables(world, ["partner"])).partner.some(({ endedAt }) => endedAt),
  );
  const tables = await readTables(world, ["partner", "partner_member", "user_account"]);
  expect(tables.partner.map(({ name }) => name)).toEqual(["Removed partner", "Used"]);
  expect(tables.partner_member.map(({ partnerId }) => partnerId)).toEqual([used.partner.partnerId]);
  expect(JSON.stringify(tables.user_account)).not.toContain("Unused");
  const refused = await callGraphql(world, "{ siteInfo { brand } }", { token: unused.secret });
  expect(topLevelErrorCodes(refused)).toEqual(["KEY_ENDED"]);
  const { data } = await callGraphql(world, kit.myVisaRequests, { token: used.secret });
  expect(data.myVisaRequests.nodes).toHaveLength(1);
});

test("a test world requires a single process and a separate database", () => {
  const read = (settings: Record<string, string>) =>
    readConfig({ NODE_ENV: "test", DATA_DIR: tmpdir(), TEST_MODE: "on", ...settings });
  const url = "postgres://localhost/visaport";
  const secrets = { JWT_SECRET: "j".repeat(32), DATA_KEY: "d".repeat(32) };
  const razorpay = { RAZORPAY_KEY_ID: "k", RAZORPAY_KEY_SECRET: "s", RAZORPAY_WEBHOOK_SECRET: "w" };
  expect(() => read({ ...secrets, ...razorpay, DATABASE_URL: url, WORKERS: "2" })).toThrow("Setting WORKERS");
  expect(() => read({ ...secrets, DATABASE_URL: url, TEST_DATABASE_URL: url })).toThrow(
    "Setting TEST_DATABASE_URL",
  );
});
