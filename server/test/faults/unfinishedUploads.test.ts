/** Uploads that stop, wait or arrive byte by byte leave nothing behind and do not block others for long. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makePdf, stream } from "../kit/files/makePdf";
import { makeSmallFiles, pdf, type PassportFiles } from "../kit/personas/applicantFiles";
import { signedInTraveller } from "../kit/personas/traveller";
import { countHandles, readPeakMegabytes } from "../kit/server/processFacts";
import { TestServer } from "../kit/server/testServer";
import { ways } from "../kit/stories/applicants";
import { waitFor } from "../kit/waitFor";
import type { TestFile } from "../kit/wire/callApi";
import { requestHead, type Answer, type RawClient } from "../kit/wire/multipartKit";
import { authHeaders, connect, toBody, uploadPath } from "../kit/wire/rawUploads";
import { expectRowsAndFilesToMatch } from "./kit/storedFiles";

/** Memory limit in megabytes, as documented in docs/operations.md. */
const ceilingMegabytes = 1200;

let files: PassportFiles;
/** Waits 60 s for slow clients, so that it does not abort the uploads that a test holds open. */
let patient: TestServer;
let impatient: TestServer;
beforeAll(async () => {
  [files, patient, impatient] = await Promise.all([
    makeSmallFiles(),
    TestServer.start({ SLOW_CLIENT_SECONDS: "60" }),
    TestServer.start({ SLOW_CLIENT_SECONDS: "5" }),
  ]);
});
afterAll(() => Promise.all([patient.dispose(), impatient.dispose()]));

async function sendWhole(head: string, body: Buffer): Promise<Answer> {
  const client = connect(patient);
  try {
    return await client.send(head, body).answer(120_000);
  } finally {
    client.destroy();
  }
}

describe.each(ways)("through %s,", (way) => {
  const withPapers = () => {
    const paper = pdf(makePdf({ extra: [stream("", randomBytes(4_900_000))] }));
    const papers = Array.from({ length: 5 }, (_, i): [string, TestFile] => [
      `input.documentFiles.${i}`,
      paper,
    ]);
    return { ...files, ...Object.fromEntries(papers) };
  };

  test("aborted uploads leave no row, file, handle or reserved memory", async () => {
    const traveller = await signedInTraveller(patient).withRequest();
    const body = toBody(way, traveller, withPapers());
    const head = requestHead(uploadPath(way), { ...authHeaders(traveller), "Content-Length": body.length });
    const stored = (await patient.listFiles()).sort();
    const handles = await countHandles(patient.pid);

    // Together the uploads exceed the memory limit, so a leaked reservation would make the last one fail.
    for (let round = 0; round < 6; round++) {
      const clients: RawClient[] = Array.from({ length: 4 }, () => connect(patient));
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

    await waitFor("no handle is left", async () => (await countHandles(patient.pid)) <= handles);
    expect((await patient.listFiles()).sort()).toEqual(stored);
    expect((await traveller.readRequest()).visaApplicants).toEqual([]);
    expect((await sendWhole(head, body)).status).toBe(200);
    await expectRowsAndFilesToMatch(patient);
  }, 300_000);

  test("new uploads get 503 and Retry-After while the server is at its memory limit, and succeed later", async () => {
    const traveller = await signedInTraveller(patient).withRequest();
    const body = toBody(way, traveller, withPapers());
    const head = requestHead(uploadPath(way), { ...authHeaders(traveller), "Content-Length": body.length });
    // The 13 bodies of about 24 MB exceed the limit of 300 MB. Seven people send them, because each may send two.
    const holders = await Promise.all(
      Array.from({ length: 7 }, async () => signedInTraveller(patient).withRequest()),
    );
    const hanging = Array.from({ length: 13 }, (_, index) => {
      const headers = { ...authHeaders(holders[index >> 1]!), "Content-Length": body.length };
      return connect(patient).send(requestHead(uploadPath(way), headers));
    });
    try {
      await Promise.all(
        hanging.map(
          ({ socket }) =>
            new Promise((resolve) => socket.write(body.subarray(0, body.length - 100), resolve)),
        ),
      );
      await waitFor("an upload is refused", async () => (await sendWhole(head, body)).status === 503);
      const { status, headers } = await sendWhole(head, body);
      expect({ status, retryAfter: headers["retry-after"] }).toEqual({ status: 503, retryAfter: "5" });
    } finally {
      for (const client of hanging) client.destroy();
    }
    await waitFor("an upload succeeds", async () => (await sendWhole(head, body)).status === 200);
    expect(await readPeakMegabytes(patient.pid)).toBeLessThan(ceilingMegabytes);
    await expectRowsAndFilesToMatch(patient);
  }, 300_000);
});

test("uploads that arrive byte by byte, through GraphQL or REST, are ended with 408 and leave nothing behind", async () => {
  const traveller = await signedInTraveller(impatient).withRequest();
  const stored = (await impatient.listFiles()).sort();
  const handles = await countHandles(impatient.pid);
  const clients = ways.flatMap((way) => {
    const body = toBody(way, traveller, files);
    const head = requestHead(uploadPath(way), { ...authHeaders(traveller), "Content-Length": body.length });
    return Array.from({ length: 20 }, () => ({ client: connect(impatient).send(head), body }));
  });
  let at = 0;
  const drip = setInterval(() => {
    for (const { client, body } of clients)
      if (client.socket.writable) client.socket.write(body.subarray(at, at + 1));
    at++;
  }, 500);
  try {
    // Other callers are served meanwhile.
    expect((await fetch(`${impatient.url}/readyz`)).status).toBe(200);
    const answers = await Promise.all(clients.map(({ client }) => client.answer(240_000)));
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 408));
  } finally {
    clearInterval(drip);
    for (const { client } of clients) client.destroy();
  }
  await waitFor("no handle is left", async () => (await countHandles(impatient.pid)) <= handles);
  expect((await impatient.listFiles()).sort()).toEqual(stored);
  expect((await traveller.readRequest()).visaApplicants).toEqual([]);
}, 300_000);
