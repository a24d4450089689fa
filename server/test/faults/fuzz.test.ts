/**
 * Sends thousands of almost valid requests. `FUZZ_SEED` repeats a run, `FUZZ_CASES` sets the number of bodies of each
 * kind. A failure prints the original request instead of a shrunk one, because shrinking would take minutes if each
 * attempt hangs.
 */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import * as documents from "../kit/documents";
import { TestServer } from "../kit/server/testServer";
import { callGraphql } from "../kit/wire/callApi";
import { argumentCount, graphqlRequests } from "./fuzzGraphql";
import { multipartRequests } from "./fuzzMultipart";
import { makePeople, type Person } from "./fuzzPeople";
import { exchange, type RawRequest } from "./rawExchange";

const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const cases = Number(process.env["FUZZ_CASES"] ?? 5_000);
const atOnce = 10;
const withinMs = 10 * 60_000;

let server: TestServer;
let people: Person[];
let pid: number;
let filesBefore: string[];
let handlesBefore: number;
beforeAll(async () => {
  server = await TestServer.start();
  pid = server.pid;
  people = await makePeople(server);
  filesBefore = await server.listFiles();
  // Opens the handles that a busy server opens once, such as database connections.
  await Promise.all(Array.from({ length: atOnce }, () => fetch(`${server.url}/readyz`)));
  handlesBefore = countHandles();
});
afterAll(() => server.dispose());

/** Counts the server's open files and sockets; returns 0 if the system does not report them. */
function countHandles(): number {
  return process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

/** Sends FUZZ_CASES requests in groups; each must end, none with an unexpected error. */
async function fuzz(requests: fc.Arbitrary<RawRequest>, leastServed: number): Promise<void> {
  const port = Number(new URL(server.url).port);
  const statuses: Record<string, number> = {};
  const begun = Date.now();
  let count = 0;
  async function send(request: RawRequest): Promise<void> {
    const { status, text } = await exchange(port, request);
    count++;
    statuses[status ?? "none"] = (statuses[status ?? "none"] ?? 0) + 1;
    if (request.complete && status === undefined) throw new Error("No answer");
    if (status === 500 || /INTERNAL_SERVER_ERROR|went wrong on our side/.test(text))
      throw new Error(`An unexpected error: ${text.slice(0, 1_000)}`);
  }
  const groups = fc.array(requests, { minLength: atOnce, maxLength: atOnce });
  const oneRun = fc.asyncProperty(groups, async (group) => {
    const results = await Promise.allSettled(group.map(send));
    const failed = results.findIndex(({ status }) => status === "rejected");
    if (failed < 0) return;
    const { reason } = results[failed] as { reason: unknown };
    const request = JSON.stringify(group[failed]).slice(0, 4_000);
    throw new Error(`FUZZ_SEED=${seed} FUZZ_CASES=${cases}: ${(reason as Error).message}\n${request}`);
  });
  const { failed, interrupted, errorInstance } = await fc.check(oneRun, {
    seed,
    numRuns: Math.ceil(cases / atOnce),
    interruptAfterTimeLimit: withinMs,
    markInterruptAsFailure: true,
    endOnFailure: true,
  });
  console.info({ seed, count, statuses, seconds: Math.round((Date.now() - begun) / 1_000) });
  if (errorInstance instanceof Error) throw errorInstance;
  expect({ failed, interrupted }).toEqual({ failed: false, interrupted: false });
  expect(count).toBeGreaterThanOrEqual(cases);
  // If fewer requests succeeded, the run would test little more than the parsers.
  expect((statuses["200"] ?? 0) / count).toBeGreaterThan(leastServed);
  await expectUnharmed();
}

/** Expects that the same process is ready, logged no unexpected error, has no extra handles, and stored no file. */
async function expectUnharmed(): Promise<void> {
  expect(server.pid).toBe(pid);
  process.kill(pid, 0);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.output).not.toMatch(/unexpected error|"level":60/);
  // The last connections may still be closing; a leak would be hundreds.
  const deadline = Date.now() + 60_000;
  while (countHandles() > handlesBefore + 10 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(countHandles()).toBeLessThanOrEqual(handlesBefore + 10);
  expect(await server.listFiles()).toEqual(filesBefore);
}

test(
  "no multipart body causes an unexpected error or keeps the server busy",
  () => fuzz(multipartRequests(people), 0.1),
  withinMs + 60_000,
);

test(
  "no GraphQL body causes an unexpected error or keeps the server busy",
  async () => {
    expect(argumentCount).toBeGreaterThan(50);
    const { data } = await callGraphql(server, documents.visaId, {
      variables: { visaUrl: "vietnam-30-days-single-entry" },
    });
    await fuzz(graphqlRequests(people, [data.visa.visaId, "vietnam"]), 1 / 3);
  },
  withinMs + 60_000,
);
