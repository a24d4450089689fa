/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11). */
import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { callRest, printOperation } from "../kit/wire/callApi";
import { newPhoneNumber, signIn } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";

const server = RunningServer.shared();
const readable = "x-request-id, retry-after, ratelimit, ratelimit-policy";
const write = '"write";q=120;w=60';
const cancel = `cancelVisaRequest(input: { visaRequestId: "${randomUUID()}" }) { __typename }`;

/** Sends an operation as a page on another origin would. */
async function send(
  query: string,
  { token, variables }: { token?: string; variables?: object },
  to = server,
) {
  const headers = { ...to.headers, origin: "https://partner.example", "content-type": "application/json" };
  return fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
}

const askCode = (to: RunningServer) =>
  callRest(to, "POST", `/api/home/userotp?phoneNumber=${encodeURIComponent(newPhoneNumber())}`);

/** Returns the remaining calls and seconds of each policy in `RateLimit`. */
function readLimits(headers: Headers): Record<string, { left: number; seconds: number }> {
  const items = headers.get("ratelimit")!.matchAll(/"([\w ]+)";r=(\d+);t=(\d+)(?:, |$)/g);
  return Object.fromEntries(
    [...items].map(
      ([, name = "", left, seconds]) => [name, { left: Number(left), seconds: Number(seconds) }] as const,
    ),
  );
}

test("the response to a change states the account's limit and remaining calls, and pages of any origin can read them", async () => {
  const { token } = await signIn(server);
  const first = await send(`mutation { ${cancel} }`, { token });
  expect(first.headers.get("ratelimit-policy")).toBe(write);
  expect(first.headers.get("access-control-expose-headers")).toBe(readable);
  const { left, seconds } = readLimits(first.headers)["write"]!;
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);

  const byRest = await callRest(server, "POST", "/api/visaRequest/Create", { token, json: {} });
  expect([byRest.status, byRest.headers.get("ratelimit-policy")]).toEqual([400, write]);
  expect(readLimits(byRest.headers)["write"]!.left).toBe(left - 1);
});

test("a refusal states that no calls remain until Retry-After has passed", async () => {
  const { token } = await signIn(server);
  const many = `mutation { ${Array.from({ length: 10 }, (_, index) => `m${index}: ${cancel}`).join(" ")} }`;
  for (let sent = 0; sent < 12; sent++) await send(many, { token });
  const { status, headers } = await send(many, { token });
  expect([status, headers.get("ratelimit-policy")]).toEqual([429, write]);
  expect(readLimits(headers)).toEqual({ write: { left: 0, seconds: Number(headers.get("retry-after")) } });
  expect(headers.get("access-control-expose-headers")).toBe(readable);
});

test("responses and refusals state each limit that applies, except the network's limit", async () => {
  const visitor = server.from("198.18.7.1");
  const first = await askCode(visitor);
  const policies = '"send address";q=20;w=900';
  expect([first.status, first.headers.get("ratelimit-policy")]).toEqual([200, policies]);
  await Promise.all(Array.from({ length: 19 }, () => askCode(visitor)));
  const { status, headers } = await askCode(visitor);
  expect([status, headers.get("ratelimit-policy")]).toEqual([429, policies]);
  const seconds = Number(headers.get("retry-after"));
  expect(readLimits(headers)).toEqual({ "send address": { left: 0, seconds } });
});

test("the response to a change that calls the payment provider also states the gateway's limit", async () => {
  const traveller = await signIn(server);
  const { data } = await traveller.call(documents.visaId, { visaUrl: "vietnam-30-days-single-entry" });
  const { visaRequestId } = await traveller.do(documents.createVisaRequest, { visaId: data.visa.visaId });
  const query = printOperation(documents.createPaymentOrder);
  const { headers } = await send(query, {
    token: traveller.token,
    variables: { input: { visaRequestId } },
  });
  expect(headers.get("ratelimit-policy")).toBe(`${write}, "gateway";q=30;w=60`);
});

test("responses to queries do not state limits, and cached ones differ only in date and id", async () => {
  const { token } = await signIn(server);
  const names = ["ratelimit", "ratelimit-policy"];
  const found = async (response: Response) => names.filter((name) => response.headers.has(name));
  expect(await found(await send("{ me { userId } }", { token }))).toEqual([]);
  const heads = [];
  for (let sent = 0; sent < 3; sent++) {
    const response = await send("{ siteInfo { brand } }", {});
    const { date: _date, "x-request-id": _id, ...head } = Object.fromEntries(response.headers);
    heads.push({ head, body: await response.text() });
    expect(await found(response)).toEqual([]);
  }
  expect(heads[2]).toEqual(heads[1]);
});
