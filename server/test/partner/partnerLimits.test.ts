import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { TestPartner } from "../kit/personas/partner";
import { consentOf, makeDetails, signIn, toStory } from "../kit/personas/traveller";
import { TestServer } from "../kit/server/testServer";
import { WebhookReceiver } from "../kit/standIns/webhookReceiver";
import { waitFor } from "../kit/waitFor";
import { callRest } from "../kit/wire/callApi";
import { errorCodes, getUserErrors, topLevelErrorCodes } from "../kit/wire/outcomes";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ UPLOAD_QUOTA_FILES: "3" });
});
afterAll(() => server.dispose());

interface Sent {
  status: number;
  headers: Headers;
  body: {
    data?: unknown;
    errors?: { extensions: { code: string; retryAfter?: number } }[];
    extensions?: { cost: { operation: number; remaining: number; resetSeconds: number } };
  };
}

async function send(query: string, token?: string): Promise<Sent> {
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Sent["body"] };
}

const cheap = "{ siteInfo { brand } }";
const cancel = (alias: string) =>
  `${alias}: cancelVisaRequest(input: { visaRequestId: "0a1b2c3d-0000-4000-8000-000000000000" }) { __typename }`;
/** Writes that change nothing; at most 10 per operation. */
const writes = (count: number) =>
  `mutation { ${Array.from({ length: count }, (_, index) => cancel(`a${index}`)).join(" ")} }`;

describe("query cost", () => {
  test("is returned with the points that all keys of the partner have left", async () => {
    const partner = await TestPartner.create(server);
    const [one, other] = [await partner.createKey(), await partner.createKey({ scopes: ["READ"] })];
    const first = await send(cheap, one.secret);
    expect(first.body.extensions).toEqual({
      cost: { operation: 2, remaining: 99_998, resetSeconds: expect.any(Number) },
    });
    const { resetSeconds } = first.body.extensions!.cost;
    expect(first.headers.get("ratelimit-policy")).toBe('"points";q=100000;w=60');
    expect(first.headers.get("ratelimit")).toBe(`"points";r=99998;t=${resetSeconds}`);
    expect((await send(cheap, other.secret)).body.extensions!.cost.remaining).toBe(99_996);
    const changed = await send(writes(1), one.secret);
    expect(changed.headers.get("ratelimit-policy")).toBe('"points";q=100000;w=60, "write";q=600;w=60');
    const { headers } = await callRest(server, "GET", "/api/visa/getall", { token: other.secret });
    expect(headers.get("ratelimit-policy")).toBe('"points";q=100000;w=60');
  });

  test("is not returned to visitors and travellers", async () => {
    const person = await signIn(server);
    for (const token of [undefined, person.token]) {
      const { headers, body } = await send(cheap, token);
      expect(body).toEqual({ data: { siteInfo: { brand: expect.any(String) } } });
      expect([headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([null, null]);
    }
  });

  test("of more than 100,000 points in a minute is rejected, without affecting another partner", async () => {
    const [partner, other] = [await TestPartner.create(server), await TestPartner.create(server)];
    const [{ secret }, theirs] = [await partner.createKey(), await other.createKey()];
    // Estimated at more than 30,000 points, although the lists are empty.
    const costly = `{ ${"abcde"
      .split("")
      .map(
        (alias) =>
          `${alias}: myVisaRequests(first: 100) { nodes { visaRequestId visaApplicants { ${"firstName ".repeat(1)} visaApplicationDocuments { imageName src } } } }`,
      )
      .join(" ")} }`;
    let left = Infinity;
    for (let calls = 0; calls < 60; calls++) {
      const { status, body, headers } = await send(costly, secret);
      if (!body.errors) {
        left = body.extensions!.cost.remaining;
        continue;
      }
      expect(body.errors[0]!.extensions.code).toBe("RATE_LIMITED");
      expect(status).toBe(429);
      expect(body.data).toBeUndefined();
      const { resetSeconds, remaining, operation } = body.extensions!.cost;
      expect(operation).toBeGreaterThan(left);
      expect([remaining, body.errors[0]!.extensions.retryAfter]).toEqual([0, resetSeconds]);
      expect(headers.get("retry-after")).toBe(String(resetSeconds));
      expect((await send(cheap, theirs.secret)).body.errors).toBeUndefined();
      return;
    }
    throw new Error(`60 operations used less than 100,000 points: ${left} are left`);
  });
});

test("the 601st change in a minute is rejected, even with another key of the partner", async () => {
  const partner = await TestPartner.create(server);
  await partner.setLimit("points", 10_000_000);
  const [one, other] = [await partner.createKey(), await partner.createKey()];
  const { request } = await toStory(partner.program(one.secret)).withRequest();
  for (let count = 1; count < 600; count += 10) {
    const { body } = await send(writes(Math.min(10, 600 - count)), one.secret);
    expect(body.errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  }
  const input = { visaRequestId: request.visaRequestId };
  const refused = await partner.program(other.secret).call(documents.cancelVisaRequest, { input });
  expect(refused.status).toBe(429);
  expect(refused.errors![0]!.extensions).toMatchObject({
    code: "RATE_LIMITED",
    retryAfter: expect.any(Number),
  });
  expect(
    (await partner.program(one.secret).call(documents.myVisaRequests)).data.myVisaRequests.nodes,
  ).toMatchObject([{ visaRequestStatus: "PENDING" }]);
});

test("the last point of a minute can be used, and the next operation is rejected", async () => {
  const partner = await TestPartner.create(server);
  const { secret } = await partner.createKey();
  await partner.setLimit("points", 6);
  const left = [];
  for (let calls = 0; calls < 3; calls++)
    left.push((await send(cheap, secret)).body.extensions!.cost.remaining);
  expect(left).toEqual([4, 2, 0]);
  expect((await send(cheap, secret)).body.errors![0]!.extensions.code).toBe("RATE_LIMITED");
});

test("the 121st call to the payment provider in a minute is rejected", async () => {
  const partner = await TestPartner.create(server);
  await partner.setLimit("points", 10_000_000);
  const { secret } = await partner.createKey();
  const { request } = await toStory(partner.program(secret)).withRequest();
  // Without an applicant no order is created, but the call counts towards the limit.
  const order = async () => {
    const input = { visaRequestId: request.visaRequestId };
    const answer = await partner.program(secret).call(documents.createPaymentOrder, { input });
    return topLevelErrorCodes(answer)[0] ?? getUserErrors(answer)[0]?.code;
  };
  const codes = [];
  for (let calls = 0; calls < 120; calls++) codes.push(await order());
  expect(codes).toEqual(Array(120).fill("INVALID_STATE"));
  expect(await order()).toBe("RATE_LIMITED");
});

test("a command changes a limit of one partner, and rejects an unknown limit", async () => {
  const partner = await TestPartner.create(server);
  const { secret } = await partner.createKey();
  const setLimit = async (name: string, value: number) =>
    expect(
      await server.runCommand("partners", "limit", partner.partnerId, name, String(value)),
    ).toMatchObject({
      code: 0,
    });
  await setLimit("points", 5);
  await setLimit("write", 1);
  expect((await send(cheap, secret)).body.extensions!.cost.remaining).toBe(3);
  await setLimit("points", 1_000);
  expect((await send(writes(1), secret)).body.errors![0]!.extensions.code).toBe("NOT_FOUND");
  expect((await send(writes(1), secret)).body.errors![0]!.extensions.code).toBe("RATE_LIMITED");
  expect(await server.runCommand("partners", "limit", partner.partnerId, "speed", "1")).toMatchObject({
    code: 1,
  });
});

test.each(["x", "", " ", "0", "-1", "1.5", "0x10", "1e3"])(
  "the command rejects the limit '%s'",
  async (value) => {
    const { partnerId } = await TestPartner.create(server);
    expect(await server.runCommand("partners", "limit", partnerId, "points", value)).toEqual({
      code: 1,
      stdout: "",
      stderr: "Enter a whole number above 0\n",
    });
  },
);

test("a partner's unpaid applications are limited by its own limit, not by a traveller's", async () => {
  const partner = await TestPartner.create(server);
  const program = await partner.programWith();
  for (let count = 0; count < 21; count++) await toStory(program).withRequest();
  await partner.setLimit("openApplications", 21);
  await expect(toStory(program).withRequest()).rejects.toThrow("You have 21 applications");
});

describe("files", () => {
  const add = async (partner: TestPartner, token: string, visaRequestId: string) => {
    const program = partner.program(token);
    const input = { visaRequestId, consent: consentOf(program), ...makeDetails() };
    const files = await makeSmallFiles();
    return program.call(documents.createVisaApplicant, { input }, files);
  };

  test("are limited per application, and the quota of travellers does not apply", async () => {
    const partner = await TestPartner.create(server);
    const { secret } = await partner.createKey();
    const program = partner.program(secret);
    const { request } = await toStory(program).withRequest();
    const { visaRequestId } = request;
    for (let count = 0; count < 2; count++)
      expect(getUserErrors(await add(partner, secret, visaRequestId))).toEqual([]);
    await partner.setLimit("applicationFiles", 8);
    const errors = getUserErrors(await add(partner, secret, visaRequestId));
    expect(errorCodes(errors)).toEqual([expect.stringContaining("FILE_TOO_LARGE")]);
    expect(errors[0].message).toContain("This application has no room left");
    const another = (await toStory(program).withRequest()).request;
    expect(getUserErrors(await add(partner, secret, another.visaRequestId))).toEqual([]);
  });

  test("are limited in bytes, per application and for all applications together", async () => {
    const partner = await TestPartner.create(server);
    const { secret } = await partner.createKey();
    const { request } = await toStory(partner.program(secret)).withRequest();
    for (const limit of ["applicationBytes", "bytes"] as const) {
      await partner.setLimit(limit, 100);
      const errors = getUserErrors(await add(partner, secret, request.visaRequestId));
      expect(errorCodes(errors)).toEqual([expect.stringContaining("FILE_TOO_LARGE")]);
      await partner.setLimit(limit, 100_000_000);
    }
    const { stored_file } = await readTables(server, ["stored_file"]);
    expect(getUserErrors(await add(partner, secret, request.visaRequestId))).toEqual([]);
    expect((await readTables(server, ["stored_file"])).stored_file.length).toBeGreaterThan(
      stored_file.length,
    );
  });
});

test("of 100 concurrent operations, those over the limit wait instead of failing", async () => {
  const partner = await TestPartner.create(server);
  const { secret } = await partner.createKey();
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(cheap, secret)));
  expect(answers.filter(({ body }) => body.errors)).toEqual([]);
  expect(new Set(answers.map(({ body }) => body.extensions!.cost.remaining)).size).toBe(100);
});

test("a partner has 12 concurrent operations by default; those over its limit wait", async () => {
  const [partner, other] = [await TestPartner.create(server), await TestPartner.create(server)];
  const { data } = await partner.owner.call("{ myPartners { limits { concurrent } } }");
  expect(data).toEqual({ myPartners: [{ limits: { concurrent: 12 } }] });
  await partner.setLimit("concurrent", 2);
  const [program, { secret: otherSecret }] = [await partner.programWith(), await other.createKey()];
  // A ping runs until the endpoint responds.
  const held: (() => void)[] = [];
  const receiver = await WebhookReceiver.start((response) => held.push(() => response.writeHead(204).end()));
  try {
    const endpoints = [];
    for (let count = 0; count < 4; count++)
      endpoints.push(await partner.addEndpoint(`${receiver.url}/${count}`));
    const pings = endpoints.map(({ endpointId }) =>
      program.call(documents.partnerPing, { input: { endpointId } }),
    );
    await waitFor("two pings have arrived", async () => receiver.open >= 2);
    // Operations of another partner still run, and give a third ping time to arrive.
    for (let calls = 0; calls < 5; calls++)
      expect((await send(cheap, otherSecret)).body.errors).toBeUndefined();
    await waitFor("all pings have been answered", () => {
      held.splice(0).forEach((respond) => respond());
      return receiver.received.length === 4 && receiver.open === 0;
    });
    for (const answer of await Promise.all(pings)) expect(getUserErrors(answer)).toEqual([]);
    expect(receiver.mostOpen).toBe(2);
  } finally {
    await receiver.close();
  }
});
