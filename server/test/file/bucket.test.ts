/** Files in a bucket (`FILES=s3://…`) instead of the data folder. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { markName } from "../../platform/adapters/fileStore/objectStore";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { makeDetails, signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { poll } from "../kit/poll";
import { TestServer } from "../kit/server/testServer";
import { FakeBucket } from "../kit/standIns/fakeBucket";
import { toForm, ways } from "../kit/stories/applicants";
import { callGraphql, callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";

/** Maximum duration of a call to the bucket in milliseconds, including retries. */
const budgetMs = 10_000;
let bucket: FakeBucket;
let server: TestServer;
let traveller: Traveller;
beforeAll(async () => {
  bucket = await FakeBucket.start();
  server = await TestServer.start(bucket.settings);
  traveller = await signedInTraveller(server).withRequest().withApplicant();
});
afterAll(async () => {
  await server.dispose();
  await bucket.dispose();
});

const readPhoto = async () => {
  const { profileSrc } = (await traveller.readRequest()).visaApplicants[0];
  return fetch(server.url + profileSrc);
};

test("encrypted files are stored only in the bucket, and are still served after a restart", async () => {
  // With PostgreSQL, the bucket also contains the mark by which processes recognise a shared store.
  const stored = (await bucket.list()).filter((name) => name !== markName);
  expect(stored).toHaveLength(3);
  expect(existsSync(join(server.dataDir, "files"))).toBe(false);
  await server.restart("SIGKILL");
  const response = await readPhoto();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  const photo = Buffer.from(await response.arrayBuffer());
  for (const name of stored) expect((await bucket.read(name)).includes(photo.subarray(0, 16))).toBe(false);
});

test("the files of a removed applicant are removed from the bucket", async () => {
  const before = await bucket.list();
  const { visaRequestId } = traveller.request;
  const { visaApplicantId } = await traveller.do(
    documents.createVisaApplicant,
    { visaRequestId, ...makeDetails({ firstName: "Vikram" }) },
    await makeSmallFiles(),
  );
  expect(await bucket.list()).toHaveLength(before.length + 3);
  await traveller.do(documents.removeVisaApplicant, { visaApplicantId });
  expect((await bucket.list()).toSorted()).toEqual(before.toSorted());
});

test("on start, a server removes stored files without a row that are older than a day, but no other objects", async () => {
  const before = await bucket.list();
  const [young, foreign] = [randomUUID(), "readme.txt"];
  await bucket.put(young, 23);
  await bucket.put(foreign, 48);
  for (let count = 0; count < 3; count++) await bucket.put(randomUUID(), 25);
  await server.restart();
  await server.untilPrinted("swept files without a row");
  expect((await bucket.list()).toSorted()).toEqual([...before, young, foreign].toSorted());
});

describe.each<[string, () => Promise<void>]>([
  ["refuses connections", () => bucket.stop()],
  ["does not respond", () => bucket.fallSilent()],
])("while the bucket %s,", (_what, interrupt) => {
  let stored: string[];
  beforeAll(async () => {
    stored = await bucket.list();
    await interrupt();
  });
  afterAll(() => bucket.resume());

  test.each(ways)(
    "an upload through %s is quickly rejected as UNAVAILABLE, and the response states when to retry",
    async (way) => {
      const { token, request } = traveller;
      const input = { visaRequestId: request.visaRequestId, ...makeDetails() };
      const files = await makeSmallFiles();
      const began = Date.now();
      if (way === "REST") {
        const form = toForm(input, files);
        const answer = await callRest(server, "POST", "/api/VisaApplicant/Create", { token, form });
        expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
      } else {
        const { errors } = await traveller.call(documents.createVisaApplicant, { input }, files);
        expect(errors?.[0]?.extensions).toMatchObject({ code: "UNAVAILABLE", retryAfter: 10 });
      }
      expect(Date.now() - began).toBeLessThan(2 * budgetMs);
      expect((await traveller.readRequest()).visaApplicants).toHaveLength(1);
    },
  );

  test("requests for files get 503 and all others succeed, even after a restart", async () => {
    expect((await readPhoto()).status).toBe(503);
    await server.restart();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await fetch(server.url)).status).toBe(200);
    const { data } = await callGraphql(server, documents.visaId, {
      variables: { visaUrl: "vietnam-30-days-single-entry" },
    });
    expect(data.visa.visaId).toBe(traveller.request.visaId);
    await signedInTraveller(server).withRequest();
  });

  test("nothing is stored, and uploads work once the bucket is available again", async () => {
    await bucket.resume();
    await poll(async () => expect((await readPhoto()).status).toBe(200));
    expect((await bucket.list()).toSorted()).toEqual(stored.toSorted());
    await signedInTraveller(server).withRequest().withApplicant();
    expect(await bucket.list()).toHaveLength(stored.length + 3);
  });
});
