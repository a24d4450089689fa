import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makePartnerKey } from "../../modules/partner/partnerKey.crypto";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { TestPartner } from "../kit/personas/partner";
import { TestServer } from "../kit/server/testServer";
import { waitFor } from "../kit/waitFor";
import { callGraphql, callRest } from "../kit/wire/callApi";
import { topLevelErrorCodes } from "../kit/wire/outcomes";

let server: TestServer;
let partner: TestPartner;
beforeAll(async () => {
  server = await TestServer.start({ TRUSTED_PROXIES: "127.0.0.1" });
  partner = await TestPartner.create(server);
});
afterAll(() => server.dispose());

const list = (token: string) => callGraphql(server, documents.myVisaRequests, { token });

/** Sends the token to GraphQL, REST, files and a page; returns status and code of each response. */
async function refusalsOf(token: string): Promise<string[]> {
  const query = await callGraphql(server, "{ siteInfo { brand } }", { token });
  expect(query.data).toBeUndefined();
  const rest = await callRest(server, "GET", "/api/visa/getall", { token });
  const headers = { authorization: `Bearer ${token}` };
  const others = [
    "/files/1?u=1",
    "/receipts/1",
    "/api/openapi.json",
    "/",
    "/graphql?query={siteInfo{brand}}",
  ];
  const answers = await Promise.all(others.map((path) => fetch(server.url + path, { headers })));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));

  return [
    `${query.status} ${topLevelErrorCodes(query)[0]}`,
    `${rest.status} ${(rest.body as unknown as { code: string }).code}`,
    ...answers.map(({ status }, index) => `${status} ${/"(KEY_\w+)"/.exec(bodies[index]!)?.[1]}`),
  ];
}
const refusedWith = (code: string) => Array<string>(7).fill(`401 ${code}`);

async function findEvents(action: string) {
  const { audit_event } = await readTables(server, ["audit_event"]);
  return audit_event.filter((event) => event.action === action);
}

describe("a key", () => {
  test("acts as its partner, and does not appear in tables, responses or logs afterwards", async () => {
    const { secret, key } = await partner.createKey({ name: " Server  1 " });
    expect(secret).toMatch(/^vp_live_[0-9A-Za-z]{38}$/);
    expect(key).toMatchObject({ name: "Server 1", start: secret.slice(0, 12), isActive: true, networks: [] });
    expect((await list(secret)).data.myVisaRequests.nodes).toEqual([]);
    const stored = JSON.stringify(await readTables(server));
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(await partner.read())).not.toContain(secret);
    expect(server.output).not.toContain(secret);
  });

  test("is rejected if it is mistyped, and only its first 12 characters are logged", async () => {
    const { secret } = await partner.createKey();
    const mistyped = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0");
    const odd = [
      "vp_",
      "vp_live_",
      `${secret}x`,
      secret.toUpperCase(),
      `${secret} x`,
      `vp_${"x".repeat(5_000)}`,
    ];
    for (const token of [mistyped, ...odd])
      expect(await refusalsOf(token)).toEqual(refusedWith("KEY_UNKNOWN"));
    expect(server.output).toContain(mistyped.slice(0, 12));
    expect(server.output).not.toContain(mistyped.slice(0, 13));
  });

  test("is rejected unless it is sent as a bearer token", async () => {
    const { secret } = await partner.createKey();
    const query = { method: "POST", body: JSON.stringify({ query: "{ siteInfo { brand } }" }) };
    for (const authorization of [secret, `Token ${secret}`, `Bearer:${secret}`, `Bearer "${secret}"`]) {
      const headers = { authorization, "content-type": "application/json" };
      const graphql = await fetch(`${server.url}/graphql`, { ...query, headers });
      const rest = await fetch(`${server.url}/api/visa/getall`, { headers });
      expect([graphql.status, rest.status]).toEqual([401, 401]);
      expect((await graphql.json()) as object).toMatchObject({
        errors: [{ extensions: { code: "KEY_UNKNOWN" } }],
      });
      expect((await rest.json()) as object).toMatchObject({
        code: "KEY_UNKNOWN",
        message: expect.stringContaining("Send it as Authorization: Bearer <key>"),
      });
    }
  });

  test("is rejected if it was never issued, or belongs to the test world", async () => {
    expect(await refusalsOf(makePartnerKey("live"))).toEqual(refusedWith("KEY_UNKNOWN"));
    expect(await refusalsOf(makePartnerKey("test"))).toEqual(refusedWith("KEY_WRONG_WORLD"));
  });

  test("is rejected once it has ended, which the audit log records", async () => {
    const { secret, key } = await partner.createKey();
    expect((await list(secret)).status).toBe(200);
    const { partnerKeyId } = key;
    await partner.owner.do(documents.endPartnerKey, { partnerKeyId });
    expect(await refusalsOf(secret)).toEqual(refusedWith("KEY_ENDED"));
    expect((await findEvents("KEY_ENDED")).map(({ subjectId }) => subjectId)).toEqual([partnerKeyId]);
    const refused = (await findEvents("KEY_REFUSED")).filter(({ subjectId }) => subjectId === partnerKeyId);
    expect(refused).toMatchObject([
      {
        actorKind: "PARTNER",
        actorId: partnerKeyId,
        ownerUserId: partner.partnerId,
        details: JSON.stringify({ reason: "KEY_ENDED" }),
      },
    ]);
  });

  test("is accepted only from its networks", async () => {
    const { secret } = await partner.createKey({ networks: ["203.0.113.0/24", "2001:db8::1"] });
    const from = async (address: string) => {
      const headers = { authorization: `Bearer ${secret}`, "x-forwarded-for": address };
      return (await fetch(`${server.url}/api/visa/getall`, { headers })).status;
    };
    expect(await from("203.0.113.9")).toBe(200);
    expect(await from("2001:db8::1")).toBe(200);
    expect(await from("203.0.114.9")).toBe(401);
    expect(await refusalsOf(secret)).toEqual(refusedWith("KEY_NETWORK"));
  });

  test("records its last use at most once an hour", async () => {
    const { secret } = await partner.createKey({ name: "Used" });
    const readUse = async () => (await partner.read()).keys.find(({ name }) => name === "Used")!.lastUsedAt;
    expect(await readUse()).toBeNull();
    await list(secret);
    await waitFor("the use is recorded", async () => (await readUse()) !== null);
    const used = await readUse();
    for (let call = 0; call < 5; call++) await list(secret);
    expect(await readUse()).toBe(used);
  });

  test("is rejected once it has expired", async () => {
    const { key, secret } = await partner.createKey({ expiresInDays: 1 });
    const ahead = Date.parse(key.expiresAt) - Date.now();
    expect(Math.round(ahead / 3_600_000)).toBe(24);
    const sql = `UPDATE partner_key SET "expiresAt" = ? WHERE "partnerKeyId" = ?`;
    await editDatabase(server, sql, [new Date().toISOString(), key.partnerKeyId]);
    expect(await refusalsOf(secret)).toEqual(refusedWith("KEY_ENDED"));
  });
});

describe("a rotation", () => {
  test("leaves the old key valid for 24 hours by default, or for 0 to 168 hours on request", async () => {
    const { secret, key } = await partner.createKey({ scopes: ["READ"], networks: ["127.0.0.0/8"] });
    const rotated = await partner.rotate(key.partnerKeyId);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.key).toMatchObject({ name: key.name, scopes: ["READ"], networks: ["127.0.0.0/8"] });
    for (const one of [secret, rotated.secret]) expect((await list(one)).status).toBe(200);
    await expect(partner.rotate(key.partnerKeyId)).rejects.toThrow("INVALID_STATE");
    const old = (await partner.read()).keys.find(({ partnerKeyId }) => partnerKeyId === key.partnerKeyId)!;
    expect(old).toMatchObject({ isReplaced: true, isActive: true });
    expect(Math.round((Date.parse(old.expiresAt) - Date.now()) / 3_600_000)).toBe(24);

    const again = await partner.rotate(rotated.key.partnerKeyId, { keepHours: 0 });
    expect(await refusalsOf(rotated.secret)).toEqual(refusedWith("KEY_ENDED"));
    expect((await list(again.secret)).status).toBe(200);
    const events = (await findEvents("KEY_ROTATED")).map(({ subjectId }) => subjectId);
    expect(events).toEqual([key.partnerKeyId, rotated.key.partnerKeyId]);
    await expect(partner.rotate(rotated.key.partnerKeyId)).rejects.toThrow("INVALID_STATE");
    for (const keepHours of [169, -1])
      await expect(partner.rotate(again.key.partnerKeyId, { keepHours })).rejects.toThrow("INVALID");
    const { partnerKeyId } = again.key;
    await partner.rotate(partnerKeyId, { keepHours: 168 });
    const last = (await partner.read()).keys.find((one) => one.partnerKeyId === partnerKeyId)!;
    expect(Math.round((Date.parse(last.expiresAt) - Date.now()) / 3_600_000)).toBe(168);
  });
});

test("all keys of an ended partner are rejected, but another partner's keys are not", async () => {
  const [ended, other] = [await TestPartner.create(server), await TestPartner.create(server)];
  const [{ secret }, second] = [await ended.createKey(), await other.createKey()];
  expect((await list(secret)).status).toBe(200);
  expect(await server.runCommand("partners", "end", ended.partnerId)).toMatchObject({ code: 0 });
  expect(await refusalsOf(secret)).toEqual(refusedWith("KEY_ENDED"));
  expect((await list(second.secret)).status).toBe(200);
  expect(await ended.read()).toMatchObject({ endedAt: expect.any(String), keys: [{ isActive: false }] });
  await expect(ended.createKey()).rejects.toThrow("INVALID_STATE");
});

test("no one can sign in to a partner's account", async () => {
  const number = `partner:${partner.partnerId}`;
  const { user_account } = await readTables(server, ["user_account"]);
  expect(user_account.find(({ userId }) => userId === partner.partnerId)).toMatchObject({
    kind: "PARTNER",
    phoneNumber: number,
  });
  for (const document of [documents.requestOtp, documents.verifyOtp]) {
    const input = { phoneNumber: number, otp: "000000" };
    const { data } = await callGraphql<Record<string, { userErrors: unknown }>>(
      server,
      document === documents.requestOtp
        ? "mutation ($input: RequestOtpInput!) { answer: requestOtp(input: $input) { userErrors { code } } }"
        : "mutation ($input: VerifyOtpInput!) { answer: verifyOtp(input: $input) { userErrors { code } } }",
      { variables: { input: document === documents.requestOtp ? { phoneNumber: number } : input } },
    );
    expect(data["answer"]!.userErrors).toEqual([{ code: "INVALID" }]);
  }
  const { code } = await server.runCommand("staff", "add", number);
  expect(code).toBe(1);
});

test("a caller whose invalid token is not a key counts as a visitor", async () => {
  for (const token of ["e30.e30.e30", "vpx_live_1"])
    expect((await callGraphql(server, documents.me, { token })).data).toEqual({ me: null });
});
