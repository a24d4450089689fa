import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { BOUNDARY, requestHead, type Answer, type RawClient } from "../kit/wire/multipartKit";
import { makePhoneJpeg } from "../kit/files/makeImage";
import { makePdf, stream } from "../kit/files/makePdf";
import { ways } from "../kit/stories/applicants";
import { jpeg, makeSmallFiles, pdf, type PassportFiles } from "../kit/personas/applicantFiles";
import type { TestFile } from "../kit/wire/callApi";
import type { createVisaApplicantMutation } from "../kit/documents/visaRequest.generated";
import { countHandles, readPeakMegabytes } from "../kit/server/processFacts";
import { connect, authHeaders, uploadPath, toBody } from "../kit/wire/rawUploads";
import { readTables } from "../kit/data/readTables";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";

/** Memory limit in megabytes, as documented in docs/operations.md. */
const ceilingMegabytes = 1200;
const uploads = 50;
const people = 10;
const largeBytes = 5 * 1024 * 1024;

/** Long enough to hold uploads open before the server gives up on them. */
const slowClientSeconds = 60;

let server: TestServer;
let files: PassportFiles;
let travellers: Traveller[];
beforeAll(async () => {
  [server, files] = await Promise.all([
    TestServer.start({ SLOW_CLIENT_SECONDS: String(slowClientSeconds) }),
    makeSmallFiles(),
  ]);
  travellers = await Promise.all(
    Array.from({ length: people }, async () => signedInTraveller(server).withRequest()),
  );
}, 180_000);
afterAll(() => server.dispose());

interface Sent {
  status: number;
  retryAfter: string | null;
  visaApplicantId: string | undefined;
}

async function send(traveller: Traveller, body: Buffer): Promise<Sent> {
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { ...authHeaders(traveller), "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body: Uint8Array.from(body),
  });
  const answer = (await response.json()) as { data?: createVisaApplicantMutation | null };
  const payload = answer.data?.createVisaApplicant;
  expect(payload?.userErrors ?? []).toEqual([]);
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    visaApplicantId: payload?.visaApplicant?.visaApplicantId,
  };
}

async function expectRowsAndFilesToMatch(): Promise<void> {
  const rows = (await readTables(server, ["stored_file"]))["stored_file"];
  const stored = (await server.listFiles()).map((path) => path.split("/").at(-1)!);
  expect(stored.toSorted()).toEqual(rows.map(({ fileId }) => fileId).sort());
}

async function sendWhole(head: string, body: Buffer): Promise<Answer> {
  const client = connect(server);
  try {
    return await client.send(head, body).answer(120_000);
  } finally {
    client.destroy();
  }
}

/** Polls the condition; fails after two minutes. */
async function eventually(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await condition()); await wait(100))
    if (Date.now() > deadline) throw new Error("It did not come about in two minutes");
}

test("fifty concurrent uploads of 5 MB succeed or get 503 and Retry-After, below the memory limit", async () => {
  const photo = await makePhoneJpeg({ width: 2400, height: 1800, targetBytes: largeBytes });
  const scan = makePdf({ extra: [stream("", randomBytes(largeBytes - 4096))] });
  expect(Math.min(photo.length, scan.length)).toBeGreaterThan(0.8 * largeBytes);
  const bodies = Array.from({ length: uploads }, (_, index) => {
    const traveller = travellers[index % people]!;
    const large = index % 2 ? { "input.passportBackFile": pdf(scan) } : { "input.profileFile": jpeg(photo) };
    return { traveller, body: toBody("GraphQL", traveller, { ...files, ...large }) };
  });
  const before = await readPeakMegabytes(server.pid);
  const { pid } = server;
  const startedAt = Date.now();
  const sent = await Promise.all(bodies.map(({ traveller, body }) => send(traveller, body)));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const peak = await readPeakMegabytes(server.pid);
  const taken = sent.filter(({ status }) => status === 200);
  console.log(
    `${taken.length} of ${uploads} taken, the others 503, in ${seconds} s; peak ${peak} MB, ${before} MB before`,
  );

  for (const { status, retryAfter } of sent)
    if (status !== 200)
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: expect.any(String) });
  expect(taken.length).toBeGreaterThan(0);
  expect(peak).toBeLessThan(ceilingMegabytes);
  expect(server.pid).toBe(pid);

  // Refused uploads succeed when retried.
  const again = await Promise.all(
    bodies.map(async ({ traveller, body }, index) => {
      let outcome = sent[index]!;
      for (; outcome.status === 503; outcome = await send(traveller, body))
        await wait(Number(outcome.retryAfter) * 1000);
      return outcome;
    }),
  );
  const requests = await Promise.all(travellers.map((traveller) => traveller.readRequest()));
  const kept = requests.flatMap(({ visaApplicants }) =>
    visaApplicants.map(({ visaApplicantId }) => visaApplicantId),
  );
  expect(kept.toSorted()).toEqual(again.map(({ visaApplicantId }) => visaApplicantId!).sort());
  await expectRowsAndFilesToMatch();
  expect(await readPeakMegabytes(server.pid)).toBeLessThan(ceilingMegabytes);
}, 600_000);

describe.each(ways)("by %s", (way) => {
  const withPapers = () => {
    const paper = pdf(makePdf({ extra: [stream("", randomBytes(4_900_000))] }));
    const papers = Array.from({ length: 5 }, (_, i): [string, TestFile] => [
      `input.documentFiles.${i}`,
      paper,
    ]);
    return { ...files, ...Object.fromEntries(papers) };
  };

  test("aborted uploads leave no row, no file, no handle and no reserved memory", async () => {
    const traveller = await signedInTraveller(server).withRequest();
    const body = toBody(way, traveller, withPapers());
    const head = requestHead(uploadPath(way), { ...authHeaders(traveller), "Content-Length": body.length });
    const stored = (await server.listFiles()).sort();
    const handles = await countHandles(server.pid);

    // Together more than the server holds, so that a leaked reservation would show in the end.
    for (let round = 0; round < 6; round++) {
      const clients: RawClient[] = Array.from({ length: 4 }, () => connect(server));
      await Promise.all(
        clients.map(async (client, index) => {
          const share = [0.01, 0.5, 0.9, 0.999][index]!;
          client.send(head);
          await new Promise((resolve) =>
            client.socket.write(body.subarray(0, Math.floor(body.length * share)), resolve),
          );
        }),
      );
      for (const { socket } of clients) {
        if (round % 2) socket.resetAndDestroy();
        else socket.destroy();
        if (!socket.closed) await once(socket, "close");
      }
    }

    await eventually(async () => (await countHandles(server.pid)) <= handles);
    expect((await server.listFiles()).sort()).toEqual(stored);
    expect((await traveller.readRequest()).visaApplicants).toEqual([]);
    expect((await sendWhole(head, body)).status).toBe(200);
    await expectRowsAndFilesToMatch();
  }, 300_000);

  test("new uploads get 503 and Retry-After while the server is at its limit, and succeed later", async () => {
    const traveller = await signedInTraveller(server).withRequest();
    const body = toBody(way, traveller, withPapers());
    const head = requestHead(uploadPath(way), { ...authHeaders(traveller), "Content-Length": body.length });
    // 13 bodies of about 24 MB: 300 MB hold 12, and each person may have two of them.
    const holders = await Promise.all(
      Array.from({ length: 7 }, async () => signedInTraveller(server).withRequest()),
    );
    const hanging = Array.from({ length: 13 }, (_, index) => {
      const headers = { ...authHeaders(holders[index >> 1]!), "Content-Length": body.length };
      return connect(server).send(requestHead(uploadPath(way), headers));
    });
    try {
      await Promise.all(
        hanging.map(
          ({ socket }) =>
            new Promise((resolve) => socket.write(body.subarray(0, body.length - 100), resolve)),
        ),
      );
      await eventually(async () => (await sendWhole(head, body)).status === 503);
      const { status, headers } = await sendWhole(head, body);
      expect({ status, retryAfter: headers["retry-after"] }).toEqual({ status: 503, retryAfter: "5" });
    } finally {
      for (const client of hanging) client.destroy();
    }
    await eventually(async () => (await sendWhole(head, body)).status === 200);
    expect(await readPeakMegabytes(server.pid)).toBeLessThan(ceilingMegabytes);
    await expectRowsAndFilesToMatch();
  }, 300_000);
});

test("uploads that drip, by GraphQL and by REST, get 408 in the end and leave nothing behind", async () => {
  const traveller = await signedInTraveller(server).withRequest();
  const stored = (await server.listFiles()).sort();
  const handles = await countHandles(server.pid);
  const clients = ways.flatMap((way) => {
    const body = toBody(way, traveller, files);
    const head = requestHead(uploadPath(way), { ...authHeaders(traveller), "Content-Length": body.length });
    return Array.from({ length: 20 }, () => ({ client: connect(server).send(head), body }));
  });
  let at = 0;
  const drip = setInterval(() => {
    for (const { client, body } of clients)
      if (client.socket.writable) client.socket.write(body.subarray(at, at + 1));
    at++;
  }, 500);
  try {
    // Other callers are served meanwhile.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const answers = await Promise.all(clients.map(({ client }) => client.answer(240_000)));
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 408));
  } finally {
    clearInterval(drip);
    for (const { client } of clients) client.destroy();
  }
  await eventually(async () => (await countHandles(server.pid)) <= handles);
  expect((await server.listFiles()).sort()).toEqual(stored);
  expect((await traveller.readRequest()).visaApplicants).toEqual([]);
}, 300_000);
