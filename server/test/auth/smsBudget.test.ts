import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { callGraphql, callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { faultsOf, topLevelCodesOf, userErrorsOf } from "../kit/wire/outcomes";
import { TestServer } from "../kit/server/testServer";
import { newPhoneNumber } from "../kit/personas/traveller";
import { askForCode, bringCode } from "./strangers.generated";

/** Nobody runs up the bill for SMS. */

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ SMS_PER_HOUR: "10", SMS_PER_DAY: "50", SMS_PER_RANGE: "3" });
});
afterAll(() => server.dispose());

const ask = (phoneNumber: string, deviceToken?: string) =>
  callGraphql(server, askForCode, { variables: { input: { phoneNumber, deviceToken } } });
const isSent = async (phoneNumber: string, deviceToken?: string) =>
  Boolean((await ask(phoneNumber, deviceToken)).data?.requestOtp.sent);
const readOutbox = () => readFile(join(server.dataDir, "outbox", "sms.jsonl"), "utf8").catch(() => "");
const forgetCodes = () => editDatabase(server, "DELETE FROM login_code", []);
const linesOf = (text: string) =>
  server.output
    .split("\n")
    .filter((line) => line.includes(text))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("codes go to the countries that the operator names, and to no others:", () => {
  test.each([
    "+870773111632",
    "+881612345678",
    "+882161234567",
    "+883510012345",
    "+18765551234",
    "+99299123456",
  ])("%s is refused before anything is sent", async (phoneNumber) => {
    const answer = await callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } });
    expect(faultsOf(userErrorsOf(answer))).toEqual(["phoneNumber: INVALID"]);
    const path = `/api/home/userotp?phoneNumber=${encodeURIComponent(phoneNumber)}`;
    const { status, body } = await callRest(server, "POST", path);
    expect([status, body.message]).toEqual([400, expect.stringContaining("country")]);
    expect(await readOutbox()).not.toContain(phoneNumber);
  });

  test.each(["+971501234567", "+447400123456", "+12125550123"])("%s gets one", async (phoneNumber) => {
    expect(await isSent(phoneNumber)).toBe(true);
    expect(await readOutbox()).toContain(phoneNumber);
  });
});

test("of one range three numbers get codes in an hour, and others go on", async () => {
  await forgetCodes();
  const range = newPhoneNumber().slice(0, -4);
  const sent = [];
  for (const last of ["0001", "0002", "0003", "0004", "0001"]) sent.push(await isSent(range + last));
  expect(sent).toEqual([true, true, true, false, true]);
  const refused = await ask(`${range}0005`);
  expect(topLevelCodesOf(refused)).toEqual(["RATE_LIMITED"]);
  expect(refused.errors![0]!.extensions.retryAfter).toBe(3600);
  expect(await isSent(newPhoneNumber())).toBe(true);
  expect(linesOf("many numbers of one range ask for codes")).toMatchObject([
    { level: 40, range, numbers: 3 },
  ]);
});

test("ten codes an hour go out in all, the last two to devices that signed in; the operator is told", async () => {
  await forgetCodes();
  const known = newPhoneNumber();
  expect(await isSent(known)).toBe(true);
  const otp = await server.readCode(known);
  const login = await callGraphql(server, bringCode, { variables: { input: { phoneNumber: known, otp } } });
  const { deviceToken } = login.data.verifyOtp.session;

  const others = await Promise.all(Array.from({ length: 12 }, () => ask(newPhoneNumber())));
  expect(others.filter(({ data }) => data?.requestOtp?.sent)).toHaveLength(7);
  expect(linesOf("80 % of the budget of SMS is used up")).toMatchObject([
    { level: 50, hour: 8, perHour: 10 },
  ]);

  expect(await isSent(known)).toBe(false);
  const byDevice = [];
  for (let asked = 0; asked < 3; asked++) byDevice.push(await isSent(known, deviceToken));
  expect(byDevice).toEqual([true, true, false]);
  expect(linesOf(`"the budget of SMS is used up"`)).toMatchObject([{ level: 50, hour: 10 }]);

  const refused = await ask(newPhoneNumber());
  expect(topLevelCodesOf(refused)).toEqual(["RATE_LIMITED"]);
  expect(Number(refused.errors![0]!.extensions.retryAfter)).toBeGreaterThan(55 * 60);
});

test("the day has a budget too", async () => {
  await forgetCodes();
  expect(await isSent(newPhoneNumber())).toBe(true);
  // 39 more, two hours ago.
  await editDatabase(
    server,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 39)
     INSERT INTO login_code SELECT "loginCodeId" || i, "phoneNumber" || i, "codeHash", "tries", "state",
       '${new Date(Date.now() - 2 * 3600_000).toISOString()}', "expiresAt", "handleHash", "askedFrom", "triesFrom", "isOfDevice"
     FROM login_code, n`,
  );
  const { errors } = await ask(newPhoneNumber());
  const { retryAfter } = errors![0]!.extensions;
  expect(Number(retryAfter)).toBeGreaterThan(21 * 3600);
});

test("a country that does not exist, and staff who would get no code, are settings that do not start", async () => {
  const start = (settings: Record<string, string>) => TestServer.start(settings).catch(String);
  expect(await start({ SMS_COUNTRIES: "IN,UK" })).toContain(
    "Setting SMS_COUNTRIES: must be codes of countries",
  );
  expect(await start({ SMS_COUNTRIES: "AE" })).toContain("Setting STAFF_PHONES: SMS_COUNTRIES leaves");
});
