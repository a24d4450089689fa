import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { DocumentNode } from "graphql";
import { callGraphql, callRest, printOperation } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { TestServer } from "../kit/server/testServer";
import { newPhoneNumber, signIn } from "../kit/personas/traveller";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const requestOtp = (phoneNumber: string) =>
  callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } });
const verifyOtp = (phoneNumber: string, otp: string) =>
  callGraphql(server, documents.verifyOtp, { variables: { input: { phoneNumber, otp } } });
const whoIs = async (token: string) => (await callGraphql(server, documents.me, { token })).data.me;
const changeName = (token: string) =>
  callGraphql(server, documents.updateProfile, { token, variables: { input: { name: "Asha" } } });

describe("the code from the SMS", () => {
  test("opens a session, and creates an account for a new number", async () => {
    const phoneNumber = newPhoneNumber();
    const sent = await requestOtp(phoneNumber);
    expect(sent.data.requestOtp).toEqual({
      sent: true,
      expiresInSeconds: 300,
      resendInSeconds: 30,
      deviceChallenge: null,
      userErrors: [],
    });
    const { data } = await verifyOtp(phoneNumber, await server.readCode(phoneNumber));
    const { session, userErrors } = data.verifyOtp;
    expect(userErrors).toEqual([]);
    expect(session.user).toEqual({ userId: expect.any(String), name: "", phoneNumber, email: null });
    expect(Date.parse(session.expiration)).toBeGreaterThan(Date.now());
    expect(await whoIs(session.token)).toEqual(session.user);
  });

  test("signs in to the same account a second time", async () => {
    const first = await signIn(server);
    const second = await signIn(server, first.phoneNumber);
    expect(second.userId).toBe(first.userId);
    expect(second.token).not.toBe(first.token);
  });

  test("is valid only for the number it was sent to", async () => {
    const [mine, another] = [newPhoneNumber(), newPhoneNumber()];
    await requestOtp(mine);
    const answer = await verifyOtp(another, await server.readCode(mine));
    expect(errorCodes(getUserErrors(answer))).toEqual(["otp: OTP_INVALID"]);
  });

  test("may be surrounded by spaces", async () => {
    const phoneNumber = newPhoneNumber();
    await requestOtp(phoneNumber);
    const answer = await verifyOtp(phoneNumber, ` ${await server.readCode(phoneNumber)} `);
    expect(answer.data.verifyOtp.session.token).toEqual(expect.any(String));
  });
});

describe("a number", () => {
  test("is recognised in all its usual forms", async () => {
    const phoneNumber = newPhoneNumber();
    const national = phoneNumber.slice(3);
    const forms = [`${national.slice(0, 5)} ${national.slice(5)}`, `0${national}`, `91${national}`];
    const users = new Set<string>();
    for (const form of forms) {
      await requestOtp(form);
      const { data } = await verifyOtp(`+91 ${national}`, await server.readCode(phoneNumber));
      users.add(data.verifyOtp.session.user.userId);
      expect(data.verifyOtp.session.user.phoneNumber).toBe(phoneNumber);
    }
    expect(users.size).toBe(1);
    // The limit of three codes in 15 minutes treats all forms as the same number too.
    expect(topLevelErrorCodes(await requestOtp(phoneNumber))).toEqual(["RATE_LIMITED"]);
  });

  test("of another country is recognised with and without the trunk prefix 0, and both forms share one limit", async () => {
    const forms = ["+33 (0)6 12 34 56 78", "+33 06 12 34 56 78", "0033612345678"];
    const users = new Set<string>();
    for (const form of forms) {
      expect(getUserErrors(await requestOtp(form))).toEqual([]);
      const { data } = await verifyOtp(form, await server.readCode("+33612345678"));
      users.add(data.verifyOtp.session.user.userId);
      expect(data.verifyOtp.session.user.phoneNumber).toBe("+33612345678");
    }
    expect(users.size).toBe(1);
    expect(topLevelErrorCodes(await requestOtp("+33 6 12 34 56 78"))).toEqual(["RATE_LIMITED"]);
  });

  test.each(["+65 0812 3456", "+1 212 555 012"])(
    "that does not exist in its country is rejected: %s",
    async (typed) => {
      expect(errorCodes(getUserErrors(await requestOtp(typed)))).toEqual(["phoneNumber: INVALID"]);
    },
  );

  test.each(["12345", "phone", "+9158765432101"])(
    "is rejected if it is malformed, like %j",
    async (phoneNumber) => {
      for (const answer of [await requestOtp(phoneNumber), await verifyOtp(phoneNumber, "123456")])
        expect(errorCodes(getUserErrors(answer))).toEqual(["phoneNumber: INVALID"]);
    },
  );

  test("and its code are required, with the documented message", async () => {
    const message = "Please enter the mandatory fields";
    const missing = (field: string) => ({ field, code: "REQUIRED", message });
    expect(getUserErrors(await requestOtp(" "))).toEqual([missing("phoneNumber")]);
    expect(getUserErrors(await verifyOtp(newPhoneNumber(), " "))).toEqual([missing("otp")]);
    expect(getUserErrors(await verifyOtp("", ""))).toEqual([missing("phoneNumber"), missing("otp")]);
  });

  test("gets the same response whether or not it has an account", async () => {
    const { phoneNumber: known } = await signIn(server);
    const unknown = newPhoneNumber();
    expect(await requestOtp(known)).toEqual(await requestOtp(unknown));
    expect(await verifyOtp(known, "wrong!")).toEqual(await verifyOtp(unknown, "wrong!"));
    const byRest = async (number: string) => {
      const path = `/api/home/userotp?userType=Customer&phoneNumber=${encodeURIComponent(number)}`;
      const { status, body } = await callRest(server, "POST", path);
      return { status, body };
    };
    expect(await byRest(known)).toEqual(await byRest(unknown));
  });
});

describe("a session", () => {
  test("ends immediately on logout, and other sessions stay open", async () => {
    const phone = await signIn(server);
    const laptop = await signIn(server, phone.phoneNumber);
    // Read just before the logout, so that a cached session would show.
    for (const { token } of [phone, laptop])
      expect(await whoIs(token)).toMatchObject({ userId: phone.userId });
    expect((await phone.call(documents.logout)).data.logout).toEqual({ loggedOut: true, userErrors: [] });
    expect(await whoIs(phone.token)).toBeNull();
    expect(topLevelErrorCodes(await changeName(phone.token))).toEqual(["UNAUTHENTICATED"]);
    expect(topLevelErrorCodes(await phone.call(documents.logout))).toEqual(["UNAUTHENTICATED"]);
    expect(await whoIs(laptop.token)).toMatchObject({ userId: laptop.userId });
  });

  test("ends on logout everywhere with all sessions of the account, and other accounts stay signed in", async () => {
    const phone = await signIn(server);
    const laptop = await signIn(server, phone.phoneNumber);
    const somebody = await signIn(server);
    const { data } = await phone.call(documents.logoutEverywhere);
    expect(data.logoutEverywhere).toEqual({ loggedOut: true, userErrors: [] });
    for (const { token } of [phone, laptop]) {
      expect(await whoIs(token)).toBeNull();
      expect(topLevelErrorCodes(await changeName(token))).toEqual(["UNAUTHENTICATED"]);
    }
    expect(topLevelErrorCodes(await phone.call(documents.logoutEverywhere))).toEqual(["UNAUTHENTICATED"]);
    expect(await whoIs(somebody.token)).toMatchObject({ userId: somebody.userId });
  });

  test("that has ended is rejected by REST too", async () => {
    const traveller = await signIn(server);
    const path = `/api/user/${traveller.userId}`;
    expect((await callRest(server, "GET", path, { token: traveller.token })).status).toBe(200);
    await traveller.call(documents.logout);
    expect((await callRest(server, "GET", path, { token: traveller.token })).status).toBe(401);
  });

  test("survives a restart, and so does a logout", async () => {
    const [staying, leaving] = [await signIn(server), await signIn(server)];
    await leaving.call(documents.logout);
    await server.restart("SIGKILL");
    expect(await whoIs(staying.token)).toMatchObject({ userId: staying.userId });
    expect(await whoIs(leaving.token)).toBeNull();
  });

  test.each(["", "nonsense", "a.b.c", "eyJhbGciOiJub25lIn0.e30."])(
    "does not exist for the token %j",
    async (token) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
      const ask = async (document: DocumentNode) => {
        const response = await fetch(`${server.url}/graphql`, {
          method: "POST",
          headers,
          body: JSON.stringify({ query: printOperation(document) }),
        });
        return (await response.json()) as unknown;
      };
      expect(await ask(documents.me)).toEqual({ data: { me: null } });
      expect(await ask(documents.logout)).toMatchObject({
        errors: [{ extensions: { code: "UNAUTHENTICATED" } }],
      });
    },
  );

  test("is rejected if the token's expiry was tampered with", async () => {
    const { token } = await signIn(server);
    const [header, body = "", signature] = token.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as { exp: number };
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString("base64url");
    expect(await whoIs(`${header}.${longer}.${signature}`)).toBeNull();
  });
});

test("codes, tokens, numbers and query strings are never logged", async () => {
  const { phoneNumber, token } = await signIn(server);
  const query = `phoneNumber=${encodeURIComponent(phoneNumber)}&userType=Customer`;
  await callRest(server, "POST", `/api/home/userotp?${query}`);
  const otp = await server.readCode(phoneNumber);
  const { body } = await callRest(server, "POST", `/api/home/verifyotp?${query}&otp=${otp}`);
  await callRest(server, "GET", `/api/nowhere?otp=${otp}`);
  await callGraphql(server, documents.me, { token: body.token });
  await server.untilPrinted('"route":"/graphql"');
  const national = phoneNumber.slice(3);
  for (const text of [otp, token, body.token, national, "userType=", "otp=", "Bearer"])
    expect(server.output).not.toContain(text);
});
