import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pLimit from "p-limit";
import { callGraphql, callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { erase } from "../kit/data/erasing";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { findDatabaseUrl } from "../kit/server/testDatabase.mjs";
import { TestServer } from "../kit/server/testServer";
import { solveDeviceChallenge } from "../kit/personas/deviceChallenge";
import { newPhoneNumber, signIn } from "../kit/personas/traveller";
import { askForCode, bringCode } from "./strangers.generated";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ SMS_PER_HOUR: "10", SMS_PER_DAY: "50", SMS_PER_RANGE: "3" });
});
afterAll(() => server.dispose());

interface Proof {
  deviceToken?: string;
  deviceSolution?: string;
}
const ask = (phoneNumber: string, proof: Proof = {}) =>
  callGraphql(server, askForCode, { variables: { input: { phoneNumber, ...proof } } });
const isSent = async (phoneNumber: string, proof?: Proof) =>
  Boolean((await ask(phoneNumber, proof)).data?.requestOtp?.sent);
/** Requests a code as a new device does, with the proof of work if it is required. */
async function askAsNewDevice(phoneNumber: string) {
  const first = await ask(phoneNumber);
  const { deviceChallenge } = first.data?.requestOtp ?? {};
  if (!deviceChallenge) return first;
  return ask(phoneNumber, { deviceSolution: await solveDeviceChallenge(deviceChallenge) });
}
const readOutbox = () => readFile(join(server.dataDir, "outbox", "sms.jsonl"), "utf8").catch(() => "");
const forgetCodes = () => editDatabase(server, "DELETE FROM login_code", []);
const linesOf = (text: string) =>
  server.output
    .split("\n")
    .filter((line) => line.includes(text))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("codes are sent only to the countries in SMS_COUNTRIES", () => {
  test.each([
    "+870773111632",
    "+881612345678",
    "+882161234567",
    "+883510012345",
    "+18765551234",
    "+99299123456",
  ])("%s is rejected before anything is sent", async (phoneNumber) => {
    const answer = await callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } });
    expect(errorCodes(getUserErrors(answer))).toEqual(["phoneNumber: INVALID"]);
    const path = `/api/home/userotp?phoneNumber=${encodeURIComponent(phoneNumber)}`;
    const { status, body } = await callRest(server, "POST", path);
    expect([status, body.message]).toEqual([400, expect.stringContaining("country")]);
    expect(await readOutbox()).not.toContain(phoneNumber);
  });

  test.each(["+971501234567", "+447400123456", "+12125550123"])("%s gets a code", async (phoneNumber) => {
    expect(await isSent(phoneNumber)).toBe(true);
    expect(await readOutbox()).toContain(phoneNumber);
  });
});

test("only three numbers of one range receive codes in an hour, and other ranges are not affected", async () => {
  await forgetCodes();
  const range = newPhoneNumber().slice(0, -4);
  const sent = [];
  for (const last of ["0001", "0002", "0003", "0004", "0001"])
    sent.push(Boolean((await askAsNewDevice(range + last)).data?.requestOtp?.sent));
  expect(sent).toEqual([true, true, true, false, true]);
  const refused = await askAsNewDevice(`${range}0005`);
  expect(topLevelErrorCodes(refused)).toEqual(["RATE_LIMITED"]);
  expect(refused.errors![0]!.extensions.retryAfter).toBe(3600);
  expect((await askAsNewDevice(newPhoneNumber())).data.requestOtp.sent).toBe(true);
  expect(linesOf("many numbers of one range request codes")).toMatchObject([
    { level: 40, range, numbers: 3 },
  ]);
});

test("codes that were sent to a former number or an erased account still count", async () => {
  await forgetCodes();
  const range = newPhoneNumber().slice(0, -4);
  const [first, second, third, fourth] = ["0001", "0002", "0003", "0004"].map((last) => range + last);
  const code = async (phoneNumber: string) => {
    expect((await askAsNewDevice(phoneNumber)).data.requestOtp.sent).toBe(true);
    return server.readCode(phoneNumber);
  };
  const person = await signIn(server, first);
  const proof = { presentOtp: await code(first!), otp: await code(second!) };
  await person.do(documents.updateProfile, { phoneNumber: second, ...proof });
  expect((await erase(person, await code(second!))).data.eraseAccount.erased).toBe(true);
  await signIn(server, third);
  expect(topLevelErrorCodes(await askAsNewDevice(fourth!))).toEqual(["RATE_LIMITED"]);
  await code(first!);
  const { errors } = await askAsNewDevice(first!);
  expect(errors).toMatchObject([{ message: expect.stringContaining("Too many attempts") }]);
});

test("ten codes an hour are sent in total, the last two only to known devices, and the operator is warned", async () => {
  await forgetCodes();
  const known = newPhoneNumber();
  expect(await isSent(known)).toBe(true);
  const otp = await server.readCode(known);
  const login = await callGraphql(server, bringCode, { variables: { input: { phoneNumber: known, otp } } });
  const { deviceToken } = login.data.verifyOtp.session;

  // One request at a time on PostgreSQL, where concurrent ones may exceed the budget (docs/decisions/0032).
  const limit = pLimit(findDatabaseUrl(server.dataDir) ? 1 : 9);
  // Only a few more numbers than codes, because each proof of work takes 0.3 s of CPU time.
  const numbers = Array.from({ length: 9 }, newPhoneNumber);
  const others = await limit.map(numbers, (number) => askAsNewDevice(number));
  expect(others.filter(({ data }) => data?.requestOtp?.sent)).toHaveLength(7);
  expect(linesOf("80 % of the SMS budget is used up")).toMatchObject([{ level: 50, hour: 8, perHour: 10 }]);

  expect(await isSent(known)).toBe(false);
  const byDevice = [];
  for (let asked = 0; asked < 3; asked++) byDevice.push(await isSent(known, { deviceToken }));
  expect(byDevice).toEqual([true, true, false]);
  expect(linesOf(`"the SMS budget is used up"`)).toMatchObject([{ level: 50, hour: 10 }]);

  const refused = await ask(newPhoneNumber());
  expect(topLevelErrorCodes(refused)).toEqual(["RATE_LIMITED"]);
  expect(Number(refused.errors![0]!.extensions.retryAfter)).toBeGreaterThan(55 * 60);
});

test("no code is sent once the daily budget is used up", async () => {
  await forgetCodes();
  expect(await isSent(newPhoneNumber())).toBe(true);
  // Adds 39 codes that were sent two hours ago.
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

test("the server does not start with an unknown country, or with staff in a country without codes", async () => {
  const start = (settings: Record<string, string>) => TestServer.start(settings).catch(String);
  expect(await start({ SMS_COUNTRIES: "IN,UK" })).toContain("Setting SMS_COUNTRIES: must be country codes");
  expect(await start({ SMS_COUNTRIES: "AE" })).toContain(
    "Setting STAFF_PHONES: SMS_COUNTRIES does not include",
  );
});

describe("once 30 % of an hour's codes are used", () => {
  const solved = async (phoneNumber: string) => {
    const { deviceChallenge } = (await ask(phoneNumber)).data.requestOtp;
    return { deviceSolution: await solveDeviceChallenge(deviceChallenge) };
  };

  beforeAll(async () => {
    await forgetCodes();
    for (let sent = 0; sent < 3; sent++) expect(await isSent(newPhoneNumber())).toBe(true);
  });

  test("a new device needs a proof of work, which is valid once and only for its number", async () => {
    const phoneNumber = newPhoneNumber();
    const refused = await ask(phoneNumber);
    expect(refused.data.requestOtp.sent).toBe(false);
    expect(errorCodes(getUserErrors(refused))).toEqual(["deviceSolution: DEVICE_CHECK_REQUIRED"]);
    expect(await readOutbox()).not.toContain(phoneNumber);

    const proof = await solved(phoneNumber);
    expect(await isSent(newPhoneNumber(), proof)).toBe(false);
    expect(await isSent(phoneNumber, { deviceSolution: "made-up" })).toBe(false);
    expect(await isSent(phoneNumber, proof)).toBe(true);
    expect(await isSent(phoneNumber, proof)).toBe(false);
  });

  test("a REST client gets the challenge in the response", async () => {
    const phoneNumber = newPhoneNumber();
    const path = `/api/home/userotp?phoneNumber=${encodeURIComponent(phoneNumber)}`;
    const { status, body } = await callRest(server, "POST", path);
    expect([status, body.errors[0].code]).toEqual([403, "DEVICE_CHECK_REQUIRED"]);
    expect(body.message).toContain("deviceChallenge");
    const solution = encodeURIComponent(await solveDeviceChallenge(body.deviceChallenge));
    expect((await callRest(server, "POST", `${path}&deviceSolution=${solution}`)).status).toBe(200);
    expect(await readOutbox()).toContain(phoneNumber);
  });

  test("a known device does not need a proof of work", async () => {
    const known = newPhoneNumber();
    expect(await isSent(known, await solved(known))).toBe(true);
    const otp = await server.readCode(known);
    const login = await callGraphql(server, bringCode, { variables: { input: { phoneNumber: known, otp } } });
    const { deviceToken } = login.data.verifyOtp.session;
    expect(await isSent(known)).toBe(false);
    expect(await isSent(known, { deviceToken })).toBe(true);
  });
});

test("16 addresses cannot exhaust an hour's budget, because each gets at most 20 codes", async () => {
  const busy = await TestServer.start({ TRUSTED_PROXIES: "127.0.0.1" });
  const askFrom = async (address: string, phoneNumber: string, deviceSolution?: string) => {
    const input = { phoneNumber, deviceSolution };
    return (await callGraphql(busy.from(address), askForCode, { variables: { input } })).data?.requestOtp;
  };
  try {
    const attack = async (address: string) => {
      let sent = 0;
      for (let asked = 0; asked < 26; asked++) if ((await askFrom(address, newPhoneNumber()))?.sent) sent++;
      return sent;
    };
    const sent = await Promise.all(Array.from({ length: 16 }, (_, index) => attack(`10.0.${index}.1`)));
    expect(sent).toEqual(Array<number>(16).fill(20));
    expect((await askFrom("10.1.0.1", newPhoneNumber())).sent).toBe(true);
  } finally {
    await busy.dispose();
  }
});
