import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { callGraphql, callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { readTables } from "../kit/data/readTables";
import { TestServer } from "../kit/server/testServer";
import { newPhoneNumber } from "../kit/personas/traveller";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const requestOtp = (phoneNumber: string) =>
  callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } });
const verifyOtp = (phoneNumber: string, otp: string) =>
  callGraphql(server, documents.verifyOtp, { variables: { input: { phoneNumber, otp } } });

/** Requests a code; returns the code and a wrong one. */
async function sendCode(phoneNumber: string): Promise<{ right: string; wrong: string }> {
  await requestOtp(phoneNumber);
  const right = await server.readCode(phoneNumber);
  return { right, wrong: String((Number(right) + 1) % 1_000_000).padStart(6, "0") };
}

async function sessionsOf(phoneNumber: string): Promise<number> {
  const { user_account: users, session: sessions } = await readTables(server, ["user_account", "session"]);
  const user = users.find((row) => row.phoneNumber === phoneNumber);
  return sessions.filter(({ userId }) => userId === user?.userId).length;
}

const refused = ["otp: OTP_INVALID"];

describe("a code", () => {
  test("allows five attempts, so that even the right code is rejected on the sixth", async () => {
    const phoneNumber = newPhoneNumber();
    const { right, wrong } = await sendCode(phoneNumber);
    for (let tried = 0; tried < 5; tried++)
      expect(errorCodes(getUserErrors(await verifyOtp(phoneNumber, wrong)))).toEqual(refused);
    expect(errorCodes(getUserErrors(await verifyOtp(phoneNumber, right)))).toEqual(refused);
    expect(await sessionsOf(phoneNumber)).toBe(0);
  });

  test("is accepted on the fifth attempt", async () => {
    const phoneNumber = newPhoneNumber();
    const { right, wrong } = await sendCode(phoneNumber);
    for (let tried = 0; tried < 4; tried++) await verifyOtp(phoneNumber, wrong);
    expect(getUserErrors(await verifyOtp(phoneNumber, right))).toEqual([]);
  });

  test("cannot be guessed by many mutations in one request", async () => {
    const phoneNumber = newPhoneNumber();
    const { right, wrong } = await sendCode(phoneNumber);
    const tries = [...Array<string>(5).fill(wrong), right].map(
      (otp, index) =>
        `t${index}: verifyOtp(input: { phoneNumber: "${phoneNumber}", otp: "${otp}" }) { session { token } }`,
    );
    const { data } = await callGraphql<Record<string, { session: unknown }> | null>(
      server,
      `mutation { ${tries.join(" ")} }`,
    );
    expect(Object.values(data ?? {}).filter(({ session }) => session)).toEqual([]);
    expect(await sessionsOf(phoneNumber)).toBe(0);
  });

  test("can be used only once", async () => {
    const phoneNumber = newPhoneNumber();
    const { right } = await sendCode(phoneNumber);
    expect(getUserErrors(await verifyOtp(phoneNumber, right))).toEqual([]);
    expect(errorCodes(getUserErrors(await verifyOtp(phoneNumber, right)))).toEqual(refused);
    expect(await sessionsOf(phoneNumber)).toBe(1);
  });

  test("opens exactly one session for 20 concurrent attempts", async () => {
    const phoneNumber = newPhoneNumber();
    const { right } = await sendCode(phoneNumber);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verifyOtp(phoneNumber, right)));
    const tokens = answers.flatMap(({ data }) => data.verifyOtp.session?.token ?? []);
    expect(tokens).toHaveLength(1);
    const others = answers.filter(({ data }) => !data.verifyOtp.session);
    expect(others.map((answer) => errorCodes(getUserErrors(answer)))).toEqual(Array(19).fill(refused));
    expect(await sessionsOf(phoneNumber)).toBe(1);
  });

  test("is rejected after a newer one has been sent", async () => {
    const phoneNumber = newPhoneNumber();
    const older = await sendCode(phoneNumber);
    let newer = await sendCode(phoneNumber);
    // Requests another code if both are equal, which happens once in a million runs.
    if (newer.right === older.right) newer = await sendCode(phoneNumber);
    expect(errorCodes(getUserErrors(await verifyOtp(phoneNumber, older.right)))).toEqual(refused);
    expect(getUserErrors(await verifyOtp(phoneNumber, newer.right))).toEqual([]);
  });

  test("is valid for five minutes, even across a restart, and can then be replaced", async () => {
    const [late, inTime] = [newPhoneNumber(), newPhoneNumber()];
    const [old, fresh] = [await sendCode(late), await sendCode(inTime)];
    await server.stop();
    const fiveMinutesAgo = new Date(Date.now() - 5 * 60_000).toISOString();
    const now = new Date().toISOString();
    const age = `UPDATE login_code SET "createdAt" = ?, "expiresAt" = ? WHERE "phoneNumber" = ?`;
    expect(await editDatabase(server, age, [fiveMinutesAgo, now, late])).toBe(1);
    await server.start();
    expect(errorCodes(getUserErrors(await verifyOtp(late, old.right)))).toEqual(["otp: OTP_EXPIRED"]);
    expect(getUserErrors(await verifyOtp(inTime, fresh.right))).toEqual([]);
    expect(getUserErrors(await verifyOtp(late, (await sendCode(late)).right))).toEqual([]);
  });

  test("is stored only as a hash", async () => {
    const phoneNumber = newPhoneNumber();
    const { right } = await sendCode(phoneNumber);
    const { login_code: codes } = await readTables(server, ["login_code"]);
    const kept = codes.find((row) => row.phoneNumber === phoneNumber && row.state === "OPEN")!;
    expect(Object.keys(kept)).not.toContain("code");
    expect(Object.values(kept).map(String)).not.toContain(right);
    expect(kept.codeHash).toMatch(/^[\w-]{43}$/);
  });
});

describe("the fourth code in 15 minutes", () => {
  test("is rejected with the time to wait, and the third one still opens a session", async () => {
    const phoneNumber = newPhoneNumber();
    for (let sent = 0; sent < 3; sent++)
      expect((await requestOtp(phoneNumber)).data.requestOtp.sent).toBe(true);
    const fourth = await requestOtp(phoneNumber);
    expect(topLevelErrorCodes(fourth)).toEqual(["RATE_LIMITED"]);
    const { retryAfter } = fourth.errors![0]!.extensions;
    expect(Number.isInteger(retryAfter)).toBe(true);
    expect(retryAfter).toBeGreaterThan(14 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    expect(getUserErrors(await verifyOtp(phoneNumber, await server.readCode(phoneNumber)))).toEqual([]);
  });

  test("is rejected through REST with 429 and Retry-After, even after a restart", async () => {
    const phoneNumber = newPhoneNumber();
    for (let sent = 0; sent < 3; sent++) await requestOtp(phoneNumber);
    await server.restart("SIGKILL");
    const path = `/api/home/userotp?phoneNumber=${encodeURIComponent(phoneNumber)}`;
    const { status, headers, body } = await callRest(server, "POST", path);
    expect([status, body.statusCode]).toEqual([429, 429]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(14 * 60);
  });

  test("is not sent even if twenty codes are requested concurrently", async () => {
    const phoneNumber = newPhoneNumber();
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestOtp(phoneNumber)));
    expect(answers.filter(({ data }) => data?.requestOtp?.sent)).toHaveLength(3);
    expect(answers.flatMap(topLevelErrorCodes)).toEqual(Array(17).fill("RATE_LIMITED"));
  });
});
