import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as documents from "../kit/documents";
import { getChanged, newPhoneNumber, Traveller } from "../kit/personas/traveller";
import type { RunningServer } from "../kit/server/runningServer";
import { TestServer } from "../kit/server/testServer";
import { callGraphql } from "../kit/wire/callApi";

/** Counts the statements that frequent changes send to PostgreSQL after they have run once. */

let server: TestServer;
let statements: Record<string, string[]>;
beforeAll(async () => {
  const printing = resolve("server/test/processes/kit/printStatements.cjs");
  server = await TestServer.start({ TRUSTED_PROXIES: "127.0.0.1", NODE_OPTIONS: `--require ${printing}` });
  await liveThrough(server.from("10.1.1.1"));
  statements = await liveThrough(server.from("10.2.2.2"));
});
afterAll(() => server.dispose());

let operations = 0;
/** Runs one GraphQL operation; returns its result and the statements that it sent. */
async function record<T>(call: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const number = ++operations;
  const result = await call();
  await server.untilPrinted(`operation ${number} ended`);
  const begin = `operation ${number} sends `;
  const lines = server.output.split("\n").filter((line) => line.startsWith(begin));
  return { result, statements: lines.map((line) => line.slice(begin.length)) };
}

const startRequest = `mutation ($input: CreateVisaRequestInput!) {
  createVisaRequest(input: $input) { visaRequest { visaRequestId } userErrors { code } }
}`;

/** Signs in a new traveller and starts two applications; returns the statements of each operation. */
async function liveThrough(at: RunningServer): Promise<Record<string, string[]>> {
  const phoneNumber = newPhoneNumber();
  const asked = await record(() =>
    callGraphql(at, documents.requestOtp, { variables: { input: { phoneNumber } } }),
  );
  getChanged(asked.result.data, asked.result.errors);
  const otp = await at.readCode(phoneNumber);
  const verified = await record(() =>
    callGraphql(at, documents.verifyOtp, { variables: { input: { phoneNumber, otp } } }),
  );
  const traveller = new Traveller(at, phoneNumber, verified.result.data.verifyOtp.session);
  const { result } = await record(() =>
    traveller.call(documents.visaId, { visaUrl: "vietnam-30-days-single-entry" }),
  );
  const start = async (idempotencyKey?: string) => {
    const input = { visaId: result.data.visa.visaId, idempotencyKey };
    const started = await record(() => traveller.call<object>(startRequest, { input }));
    getChanged(started.result.data, started.result.errors);
    return started.statements;
  };
  return {
    requestOtp: asked.statements,
    verifyOtp: verified.statements,
    createVisaRequest: await start(),
    "createVisaRequest with a key": await start(randomUUID()),
  };
}

/**
 * The fewer statements, the faster the response, because each waits for the previous one. Three statements of
 * `requestOtp` and two of `verifyOtp` are for limits. Those of an IP address and its network are separate, because an
 * address over its limit must not use up that of its network.
 */
test.each([
  ["requestOtp", 7],
  ["verifyOtp", 8],
  ["createVisaRequest", 6],
  ["createVisaRequest with a key", 7],
])("%s from a new IP address sends %i statements", (operation, count) => {
  expect(statements[operation]).toHaveLength(count);
});
