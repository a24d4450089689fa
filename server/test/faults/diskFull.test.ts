/**
 * On a full disk, writes are refused, reads continue and nothing is stored partially. Writes succeed again when space
 * is free.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sendApplicant, toForm } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import type { DocumentNode } from "graphql";
import { callGraphql, printOperation, type GraphqlAnswer } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { poll } from "../kit/poll";
import type { TestServer } from "../kit/server/testServer";
import {
  makeDetails,
  newPhoneNumber,
  signedInTraveller,
  signIn,
  type Traveller,
  type VisaRequest,
} from "../kit/personas/traveller";
import { namesAndPopular } from "./faults.generated";
import { expectWhole } from "./kit/checks";
import { download } from "./kit/files";
import { startOnSmallDisk, type SmallDisk } from "./kit/smallDisk";

let disk: SmallDisk;
let server: TestServer;
let files: PassportFiles;
let traveller: Traveller;
let payer: Traveller;
beforeAll(async () => {
  files = await makeSmallFiles();
  disk = await startOnSmallDisk();
  server = disk.server;
  console.info(`The small disk is ${disk.way}`);
  [traveller, payer] = [
    await signedInTraveller(server).withRequest().withApplicant(),
    await signedInTraveller(server).withRequest().withApplicant(),
  ];
}, 240_000);
afterAll(() => disk.dispose());

/** Internals that no response may reveal: SQL, paths and the server's technology. */
const inside =
  /SQLITE|ENOSPC|EDQUOT|QueryFailed|INSERT|UPDATE |\bat .*\(|node:|\/tmp|\/proc|visaport-small|\.ts\b/;

interface HttpAnswer {
  status: number;
  retryAfter: string | null;
  text: string;
}
async function post(path: string, body: FormData | string | undefined, token?: string): Promise<HttpAnswer> {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === "string" && { "content-type": "application/json" }),
    },
    body,
  });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    text: await response.text(),
  };
}
const mutate = (of: Traveller, document: DocumentNode, input: Record<string, unknown>) =>
  post("/graphql", JSON.stringify({ query: printOperation(document), variables: { input } }), of.token);

async function readyz(): Promise<number> {
  return (await fetch(`${server.url}/readyz`)).status;
}

const isUnavailable = ({ errors }: GraphqlAnswer) => errors?.[0]?.extensions["code"] === "UNAVAILABLE";

/** Writes until SQLite has also used the free space within its files; returns the last acknowledged name. */
async function writeUntilRefused(): Promise<string> {
  let acknowledged = "";
  for (let number = 0; number < 5_000; number++) {
    const name = `Name ${number}`;
    const answer = await traveller.call(documents.updateProfile, { input: { name } });
    if (isUnavailable(answer)) return acknowledged;
    expect(answer.errors).toBeUndefined();
    acknowledged = name;
  }
  throw new Error("The disk does not fill up");
}

/** Fills the last block of the sandbox's journal with failed payments. */
async function payUntilRefused(order_id: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const body = JSON.stringify({ order_id, outcome: "failure" });
    const { status, text } = await post("/razorpay-sandbox/pay", body);
    expect(text).not.toMatch(inside);
    if (status === 500) return;
  }
  throw new Error("The sandbox does not notice that the disk is full");
}

/** Repeats a call until it is refused, because a few calls may still fit into the free space of SQLite's files. */
async function untilRefused(call: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  let answer = await call();
  for (let attempt = 0; attempt < 50 && answer.status === 200; attempt++) answer = await call();
  return answer;
}

test("while the disk is full, writes get 503 with Retry-After and store nothing, but reads continue", async () => {
  const { visaRequestId } = traveller.request;
  const before = await traveller.readRequest();
  const sent = await payer.do(documents.createPaymentOrder, { visaRequestId: payer.request.visaRequestId });
  const storedBefore = (await listStored()).sort();
  await disk.fill();

  const name = await writeUntilRefused();
  const form = toForm({ visaRequestId, ...makeDetails() }, files);
  const { token } = traveller;
  const json = JSON.stringify({ visaId: before.visaId });
  const refusals: Record<string, HttpAnswer> = {
    upload: await untilRefused(() => post("/api/VisaApplicant/Create", form, token)),
    request: await untilRefused(() => post("/api/visaRequest/Create", json, token)),
    code: await untilRefused(() =>
      post("/api/home/userotp", JSON.stringify({ phoneNumber: newPhoneNumber() })),
    ),
    order: await untilRefused(() =>
      post(`/api/Payment/Process?visaRequestId=${visaRequestId}`, undefined, token),
    ),
  };
  for (const [what, answer] of Object.entries(refusals)) {
    expect([what, answer.status, Number(answer.retryAfter) > 0]).toEqual([what, 503, true]);
    expect(answer.text).not.toMatch(inside);
  }
  const inGraphql = await mutate(traveller, documents.createVisaRequest, { visaId: before.visaId });
  expect(inGraphql.retryAfter).toBe("30");
  expect(JSON.parse(inGraphql.text)).toMatchObject({
    errors: [{ extensions: { code: "UNAVAILABLE", retryAfter: 30 } }],
  });
  expect(inGraphql.text).not.toMatch(inside);
  await payUntilRefused(sent.orderId);

  await poll(async () => expect(await readyz()).toBe(503));
  expect(server.output).toMatch(/"msg":"disk full: write refused"/);
  const { data } = await callGraphql(server, namesAndPopular);
  expect(data.countries.length).toBeGreaterThan(5);
  const seen = await traveller.readRequest();
  expect(withoutLinks(seen)).toEqual(withoutLinks(before));
  expect((await download(server, seen.visaApplicants[0].profileSrc)).length).toBeGreaterThan(1000);
  expect((await traveller.call(documents.me)).data.me.name).toBe(name);
  expect((await listStored()).sort()).toEqual(storedBefore);

  await disk.makeRoom();
  const { pid } = server;
  await poll(async () => expect(await readyz()).toBe(200));
  traveller.request = seen;
  for (const way of ["GraphQL", "REST"] as const)
    expect(await sendApplicant(traveller, way, files)).toMatchObject({ status: 200, faults: [] });
  await signIn(server);
  await signedInTraveller(server).withRequest().withApplicant().paid();
  await post("/razorpay-sandbox/pay", JSON.stringify({ order_id: sent.orderId, outcome: "success" })).then(
    ({ status }) => expect(status).toBe(200),
  );
  expect(server.pid).toBe(pid);

  // Writes acknowledged before and after the outage are on the disk, not in an uncommitted transaction.
  const after = await traveller.readRequest();
  if (disk.folder === server.dataDir) {
    await server.restart("SIGKILL");
    await server.untilPrinted("swept files without a row");
    await expectWhole(server);
    expect(withoutLinks(await traveller.readRequest())).toEqual(withoutLinks(after));
    expect(after.visaApplicants).toHaveLength(before.visaApplicants.length + 2);
  }
}, 240_000);

/** Lists the stored files, including half-written ones, through a path that the test can read. */
async function listStored(): Promise<string[]> {
  if (disk.folder === server.dataDir) return server.listFiles();
  const entries = await readdir(join(disk.folder, "files"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function withoutLinks(answer: VisaRequest): unknown {
  return JSON.parse(JSON.stringify(answer).replace(/(\/files\/[\w-]+)\?[^"]*/g, "$1"));
}
