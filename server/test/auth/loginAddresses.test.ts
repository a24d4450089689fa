import { randomInt } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { callGraphql, callRest, type RestAnswer } from "../kit/wire/callApi";
import { editDatabase } from "../kit/data/editDatabase";
import { RunningServer } from "../kit/server/runningServer";
import { TestServer } from "../kit/server/testServer";
import { newPhoneNumber, signIn } from "../kit/personas/traveller";

/** Limits on codes per address and per number, whatever callers claim about themselves. */

/** Trusts a proxy on the same machine. */
const server = RunningServer.shared();

const sendCode = (
  phoneNumber: string,
  forwardedFor?: string,
  to: RunningServer = server,
): Promise<RestAnswer> =>
  callRest(to, "POST", `/api/home/userotp?phoneNumber=${encodeURIComponent(phoneNumber)}`, {
    headers: forwardedFor ? { "x-forwarded-for": forwardedFor } : {},
  });

/** Requests `count` codes, each for a new number, and returns the statuses. */
async function sendMany(
  count: number,
  addressOf: (index: number) => string | undefined,
  to: RunningServer = server,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++)
    statuses.push((await sendCode(newPhoneNumber(), addressOf(index), to)).status);
  return statuses;
}

const times = (count: number, status: number) => Array<number>(count).fill(status);

describe("the limit of 20 codes in 15 minutes per address", () => {
  test("ignores X-Forwarded-For if no proxy is trusted", async () => {
    const direct = await TestServer.start();
    try {
      const addressOf = (index: number) => `203.0.113.${index % 250}, 198.51.100.${index % 250}`;
      expect(await sendMany(22, addressOf, direct)).toEqual([...times(20, 200), ...times(2, 429)]);
      const { headers, body } = await sendCode(newPhoneNumber(), undefined, direct);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(60);
      expect(body).toMatchObject({ statusCode: 429, message: expect.stringMatching(/^Too many attempts/) });
      // Attempts have a separate limit: anyone who already has a code can log in.
      const verify = `/api/home/verifyotp?phoneNumber=%2B919876543210&otp=123456`;
      expect((await callRest(direct, "POST", verify)).body.statusCode).toBe(500);
    } finally {
      await direct.dispose();
    }
  });

  test("uses the address that a trusted proxy reports, and counts an IPv6 /64 as one address", async () => {
    const hex = (index: number) => (index + 1).toString(16);
    const made = await sendMany(21, (index) => `2001:db8:0:7:${hex(index)}::${hex(index)}`);
    expect(made).toEqual([...times(20, 200), 429]);
    expect(await sendMany(2, (index) => `2001:db8:0:${8 + index}::1`)).toEqual([200, 200]);
    // Only the last address comes from the proxy; the caller may have made up the others.
    expect((await sendCode(newPhoneNumber(), "203.0.113.9, 2001:db8:0:7::1")).status).toBe(429);
  });
});

test("an IP address from which a user has logged in may request 200 codes, and those after the login do not count for its /24", async () => {
  const network = `10.${randomInt(256)}.${randomInt(256)}`;
  expect(await sendMany(21, () => `${network}.1`)).toEqual([...times(20, 200), 429]);
  const phoneNumber = newPhoneNumber();
  await sendCode(phoneNumber);
  const otp = await server.readCode(phoneNumber);
  const login = await callGraphql(server.from(`${network}.1`), documents.verifyOtp, {
    variables: { input: { phoneNumber, otp } },
  });
  expect(login.data.verifyOtp.session.token).toBeTruthy();
  expect(await sendMany(181, () => `${network}.1`)).toEqual([...times(180, 200), 429]);

  // Before the login, that address used 20 of the 100 codes of its network.
  const others = await sendMany(100, (index) => `${network}.${2 + (index % 50)}`);
  expect(others).toEqual([...times(80, 200), ...times(20, 429)]);
  expect(await sendMany(1, () => `${network}.1`)).toEqual([429]);
});

test("one number gets ten codes a day, and the eleventh request returns the time to wait", async () => {
  const phoneNumber = newPhoneNumber();
  for (let sent = 0; sent < 10; sent++) {
    expect((await sendCode(phoneNumber)).status).toBe(200);
    // Makes the codes at least an hour old, so that the limit of three in 15 minutes does not apply.
    const anHourAgo = new Date(Date.now() - (60 + sent) * 60_000).toISOString();
    const age = `UPDATE login_code SET "createdAt" = ? WHERE "phoneNumber" = ? AND state = 'OPEN'`;
    await editDatabase(server, age, [anHourAgo, phoneNumber]);
  }
  const { status, headers } = await sendCode(phoneNumber);
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(21 * 60 * 60);
});

test("a caller whose userType claims a staff role gets a traveller's session", async () => {
  const { phoneNumber, token: travellerToken } = await signIn(server);
  const claimsOf = (token: string) =>
    Object.keys(JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as object);
  for (const userType of ["Staff", "Admin", "STAFF"]) {
    await editDatabase(server, `DELETE FROM login_code WHERE "phoneNumber" = ?`, [phoneNumber]);
    const query = `phoneNumber=${encodeURIComponent(phoneNumber)}&userType=${userType}`;
    await callRest(server, "POST", `/api/home/userotp?${query}`);
    const otp = await server.readCode(phoneNumber);
    const { body } = await callRest(server, "POST", `/api/home/verifyotp?${query}&otp=${otp}`);
    expect(claimsOf(body.token)).toEqual(claimsOf(travellerToken));
  }
});
