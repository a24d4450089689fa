import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { BOUNDARY } from "../kit/wire/multipartKit";
import { makePhoneJpeg } from "../kit/files/makeImage";
import { makePdf, stream } from "../kit/files/makePdf";
import { jpeg, makeSmallFiles, pdf, type PassportFiles } from "../kit/personas/applicantFiles";
import type { createVisaApplicantMutation } from "../kit/documents/visaRequest.generated";
import { readPeakMegabytes } from "../kit/server/processFacts";
import { authHeaders, toBody } from "../kit/wire/rawUploads";
import { expectRowsAndFilesToMatch } from "./kit/storedFiles";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";

/** Memory limit in megabytes, as documented in docs/operations.md. */
const ceilingMegabytes = 1200;
const uploads = 50;
const people = 10;
const largeBytes = 5 * 1024 * 1024;

/** A long timeout, because the last uploads are read only after the first ones. */
const slowClientSeconds = "60";

let server: TestServer;
let files: PassportFiles;
let travellers: Traveller[];
beforeAll(async () => {
  [server, files] = await Promise.all([
    TestServer.start({ SLOW_CLIENT_SECONDS: slowClientSeconds }),
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

test("fifty concurrent uploads of 5 MB succeed or get 503 and Retry-After without exceeding the memory limit", async () => {
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
    `${taken.length} of ${uploads} accepted, the others 503, in ${seconds} s; peak ${peak} MB, ${before} MB before`,
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
  await expectRowsAndFilesToMatch(server);
  expect(await readPeakMegabytes(server.pid)).toBeLessThan(ceilingMegabytes);
}, 600_000);
