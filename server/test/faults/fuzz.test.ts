/**
 * Thousands of requests that are nearly right. `FUZZ_SEED` repeats a run, `FUZZ_CASES` sets how many bodies of each
 * kind; a failure prints the smallest request that shows it.
 */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { listStoredFiles } from "../kit/applicants";
import { TestServer } from "../kit/testServer";
import { signedInTraveller, type Traveller } from "../kit/traveller";
import { argumentCount, graphqlRequests } from "./fuzzGraphql";
import { multipartRequests } from "./fuzzMultipart";
import { exchange, type RawRequest } from "./rawExchange";

const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
const cases = Number(process.env["FUZZ_CASES"] ?? 5_000);
const atOnce = 10;
const withinMs = 10 * 60_000;

let server: TestServer;
let traveller: Traveller;
let pid: number;
let filesBefore: string[];
let handlesBefore: number;
beforeAll(async () => {
  server = await TestServer.start();
  pid = server.pid;
  traveller = await signedInTraveller(server).withRequest();
  filesBefore = await listStoredFiles(server);
  // What a busy server opens once, such as its connections to the database, is open after this.
  await Promise.all(Array.from({ length: atOnce }, () => fetch(`${server.url}/readyz`)));
  handlesBefore = countHandles();
});
afterAll(() => server.dispose());

/** Open files and sockets of the server, where the system tells. */
function countHandles(): number {
  return process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

const tokens = () => [traveller.token, traveller.token, `${traveller.token}x`, ""];

/** Sends that many, some at a time; each has to end, and none in an error that nobody foresaw. */
async function fuzz(requests: fc.Arbitrary<RawRequest>): Promise<void> {
  const port = Number(new URL(server.url).port);
  const statuses: Record<string, number> = {};
  let count = 0;
  const oneRun = fc.asyncProperty(
    fc.array(requests, { minLength: atOnce, maxLength: atOnce }),
    async (group) => {
      const replies = await Promise.all(group.map((request) => exchange(port, request)));
      for (const [i, { status, text }] of replies.entries()) {
        count++;
        statuses[status ?? "none"] = (statuses[status ?? "none"] ?? 0) + 1;
        if (group[i]!.complete) expect(status).toBeDefined();
        expect(status).not.toBe(500);
        expect(text).not.toMatch(/INTERNAL_SERVER_ERROR|went wrong on our side/);
      }
    },
  );
  await fc.assert(oneRun, {
    seed,
    numRuns: Math.ceil(cases / atOnce),
    interruptAfterTimeLimit: withinMs,
    markInterruptAsFailure: true,
    endOnFailure: true,
  });
  console.info({ seed, count, statuses });
  expect(count).toBeGreaterThanOrEqual(cases);
  await expectUnharmed();
}

/** The very same process is ready, has said nothing of faults, holds no more than before, and kept nothing. */
async function expectUnharmed(): Promise<void> {
  expect(server.pid).toBe(pid);
  process.kill(pid, 0);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.output).not.toMatch(/unforeseen error|"level":60/);
  // The last connections are still being put away; a leak would be hundreds.
  const deadline = Date.now() + 60_000;
  while (countHandles() > handlesBefore + 10 && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(countHandles()).toBeLessThanOrEqual(handlesBefore + 10);
  expect(await listStoredFiles(server)).toEqual(filesBefore);
}

test(
  "no multipart body ends in an error that nobody foresaw, or keeps the server busy",
  () => fuzz(multipartRequests(tokens(), traveller.request.visaRequestId)),
  withinMs + 60_000,
);

test(
  "no GraphQL body does",
  async () => {
    expect(argumentCount).toBeGreaterThan(50);
    const { visaRequestId, visaId } = traveller.request;
    await fuzz(graphqlRequests(tokens(), [visaRequestId, visaId, traveller.userId, "vietnam"]));
  },
  withinMs + 60_000,
);
