import { createHmac, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import { SessionTokens } from "./sessionTokens";

const secret = "a session secret of more than thirty-two bytes";
const tokens = new SessionTokens(secret);
const issuedAt = new Date("2026-11-20T12:00:00Z");
const expiresAt = new Date("2026-12-20T12:00:00Z");
const claims = { userId: "user-1", sessionId: "session-1" };
const unix = (moment: Date) => moment.getTime() / 1000;

/** The claims of a valid token, which the tests change or sign incorrectly. */
const payload = {
  sid: "session-1",
  sub: "user-1",
  iss: "visaport",
  aud: "visaport-api",
  iat: unix(issuedAt),
  exp: unix(expiresAt),
};
const forge = (
  changes: Record<string, unknown> = {},
  options: jwt.SignOptions = {},
  key: jwt.Secret = secret,
) => jwt.sign({ ...payload, ...changes }, key, { algorithm: "HS256", ...options });
const verify = (token: string, now = issuedAt) => tokens.verify(token, now);

describe("a valid token", () => {
  test("identifies the user and the session", () => {
    expect(verify(tokens.sign(claims, { issuedAt, expiresAt }))).toEqual(claims);
  });

  test("is valid after a restart with the same secret", () => {
    expect(new SessionTokens(secret).verify(tokens.sign(claims, { issuedAt, expiresAt }), issuedAt)).toEqual(
      claims,
    );
  });

  test("is valid until its expiry and invalid from then on", () => {
    const token = tokens.sign(claims, { issuedAt, expiresAt });
    expect(verify(token, new Date(expiresAt.getTime() - 1000))).toEqual(claims);
    expect(verify(token, expiresAt)).toBeUndefined();
    expect(verify(token, new Date("2036-01-01T00:00:00Z"))).toBeUndefined();
  });

  test("has HS256 in its header and contains no personal data", () => {
    const { header, payload: held } = jwt.decode(tokens.sign(claims, { issuedAt, expiresAt }), {
      complete: true,
    })!;
    expect(header).toEqual({ alg: "HS256", typ: "JWT" });
    expect(held).toEqual(payload);
  });

  test("is what `forge` returns without changes, so each forged token below has only one fault", () => {
    expect(verify(forge())).toEqual(claims);
  });
});

describe("rejects a token", () => {
  test.each(["HS384", "HS512"] as const)("signed with our secret, but %s", (algorithm) => {
    expect(verify(forge({}, { algorithm }))).toBeUndefined();
  });

  test("that is not signed at all", () => {
    expect(verify(forge({}, { algorithm: "none" }, ""))).toBeUndefined();
    const [, body, signature] = forge().split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    expect(verify(`${none}.${body}.`)).toBeUndefined();
    expect(verify(`${none}.${body}.${signature}`)).toBeUndefined();
  });

  test("signed with a key pair", () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    expect(verify(forge({}, { algorithm: "RS256" }, privateKey))).toBeUndefined();
  });

  test("signed with another secret", () => {
    expect(verify(forge({}, {}, `${secret}!`))).toBeUndefined();
  });

  test.each([
    ["of another issuer", { iss: "somebody" }],
    ["for another audience", { aud: "somebody" }],
    ["without an issuer", { iss: undefined }],
    ["without an audience", { aud: undefined }],
    ["without an expiry", { exp: undefined }],
    ["without a user", { sub: undefined }],
    ["with an empty user", { sub: "" }],
    ["without a session", { sid: undefined }],
    ["with a session id that is not a string", { sid: 1 }],
    ["that is not valid yet", { nbf: unix(issuedAt) + 60 }],
  ])("%s", (_what, changes) => {
    expect(verify(signByHand({ ...payload, ...changes }))).toBeUndefined();
  });

  test("with a payload that was changed after signing", () => {
    const [header, , signature] = forge().split(".");
    const other = Buffer.from(JSON.stringify({ ...payload, sub: "user-2" })).toString("base64url");
    expect(verify(`${header}.${other}.${signature}`)).toBeUndefined();
  });

  test("with a string as its payload", () => {
    expect(verify(jwt.sign("user-1", secret))).toBeUndefined();
  });

  test.each(["", "a", "a.b.c", "null", "....", "Bearer x"])("like %j", (token) => {
    expect(verify(token)).toBeUndefined();
  });
});

/** Signed by hand, because jsonwebtoken's `sign` refuses claims that are undefined or have the wrong type. */
function signByHand(claimsToSign: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claimsToSign)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
