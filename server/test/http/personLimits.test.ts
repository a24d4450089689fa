/** Limits per account, so that one person cannot overload the server. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { RunningServer } from "../kit/server/runningServer";
import { signIn, type Traveller } from "../kit/personas/traveller";

let server: RunningServer;
let visaId: string;
beforeAll(async () => {
  server = RunningServer.shared();
  const somebody = await signIn(server);
  const { data } = await somebody.call(documents.visaId, { visaUrl: "vietnam-30-days-single-entry" });
  visaId = data.visa.visaId;
});

/** Returns an operation that contains the mutation `count` times. */
const many = (count: number, mutation: string) =>
  `mutation { ${Array.from({ length: count }, (_, index) => `m${index}: ${mutation}`).join(" ")} }`;

const cancel = `cancelVisaRequest(input: { visaRequestId: "${randomUUID()}" }) { visaRequest { visaRequestId } }`;

async function send(traveller: Traveller, query: string) {
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: {
      ...server.headers,
      authorization: `Bearer ${traveller.token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as unknown };
}

describe("an account that has made 120 changes in a minute", () => {
  test("is refused further changes (one per mutation field), but can still read", async () => {
    const [greedy, other] = [await signIn(server), await signIn(server)];
    for (let sent = 0; sent < 11; sent++) expect((await send(greedy, many(10, cancel))).status).toBe(200);
    expect((await send(greedy, many(9, cancel))).status).toBe(200);

    // Two changes are requested when one is left, so neither is made.
    const create = `createVisaRequest(input: { visaId: "${visaId}" }) { visaRequest { visaRequestId } }`;
    const refused = await send(greedy, many(2, create));
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.body).toMatchObject({
      errors: [
        {
          message: `This is too much at once. Please wait ${wait} seconds`,
          extensions: { code: "RATE_LIMITED", retryAfter: wait },
        },
      ],
    });

    const { token } = greedy;
    const byRest = await callRest(server, "POST", "/api/visaRequest/Create", { token, json: { visaId } });
    expect(byRest).toMatchObject({ status: 429, body: { statusCode: 429 } });
    expect(Number(byRest.headers.get("retry-after"))).toBeGreaterThan(0);

    const { data } = await greedy.call(documents.myVisaRequests);
    expect(data.myVisaRequests.totalCount).toBe(0);
    await other.do(documents.createVisaRequest, { visaId });
  });
});

describe("an account with 20 unpaid applications", () => {
  test("can create another one only after cancelling one, but can repeat a request under its idempotency key", async () => {
    const traveller = await signIn(server);
    const idempotencyKey = randomUUID();
    const first = await traveller.do(documents.createVisaRequest, { visaId, idempotencyKey });
    const create = () => traveller.call(documents.createVisaRequest, { input: { visaId } });
    // Concurrent requests show that no two of them see the same count.
    const made = await Promise.all(Array.from({ length: 24 }, create));
    const refused = made.filter(({ data }) => data.createVisaRequest.visaRequest === null);
    expect(refused).toHaveLength(5);
    const message =
      "You have 20 applications that are not paid for yet. Pay for one of them or cancel one, then start a new one";
    expect(refused[0]!.data.createVisaRequest.userErrors).toEqual([
      { field: null, code: "INVALID_STATE", message },
    ]);
    const { token } = traveller;
    const byRest = await callRest(server, "POST", "/api/visaRequest/Create", { token, json: { visaId } });
    expect(byRest).toMatchObject({ status: 409, body: { message } });

    const { visaRequestId } = first;
    expect(await traveller.do(documents.createVisaRequest, { visaId, idempotencyKey })).toMatchObject({
      visaRequestId,
    });
    await traveller.do(documents.cancelVisaRequest, { visaRequestId });
    expect((await create()).data.createVisaRequest.userErrors).toEqual([]);
  });
});
