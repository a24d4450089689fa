/** Files that are small but expensive to inspect delay only their sender. */
import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { makeBlankPng, makeManyScans } from "../kit/files/hostilePictures";
import { sendApplicant, type SendOutcome } from "../kit/stories/applicants";
import { jpeg, makeSmallFiles, pdf, png, type PassportFiles } from "../kit/personas/applicantFiles";
import { RunningServer } from "../kit/server/runningServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";

let server: RunningServer;
let files: PassportFiles;
beforeAll(async () => {
  server = RunningServer.shared();
  files = await makeSmallFiles();
});

let traveller: Traveller;
beforeEach(async () => {
  traveller = await signedInTraveller(server).withRequest();
});

/** Requests `/healthz` repeatedly until the promise settles; returns the longest response time in milliseconds. */
async function longestSilence(until: Promise<unknown>): Promise<number> {
  let isOver = false;
  void until.finally(() => (isOver = true));
  let longest = 0;
  while (!isOver) {
    const start = performance.now();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    longest = Math.max(longest, performance.now() - start);
  }
  return longest;
}

test("five PDFs with over 100,000 compressed tables each are refused while the server continues to respond", async () => {
  const table = "obj<</Type/XRef/Filter/Fl>>stream\n\x78\x9c\x03\x00";
  const bytes = Buffer.concat([
    Buffer.from("%PDF-1.5\n"),
    Buffer.alloc(5 * 1024 * 1024 - 100, table, "latin1"),
    Buffer.from("\n%%EOF\n"),
  ]);
  const papers = Array.from(
    { length: 5 },
    (_, index) => [`input.documentFiles.${index}`, pdf(bytes)] as const,
  );
  const started = performance.now();
  const sending = sendApplicant(traveller, "GraphQL", { ...files, ...Object.fromEntries(papers) });
  const silence = await longestSilence(sending);
  expect((await sending).faults).toEqual(papers.map((_, index) => `documentFiles.${index}: FILE_UNSAFE`));
  expect(silence).toBeLessThan((performance.now() - started) / 2);
});

test("another user's upload does not wait for an upload of ten large pictures", async () => {
  const large = png(
    makeBlankPng({ width: 3000, height: 2500, bits: 8, isTransparent: true, isInterlaced: true }),
  );
  const papers = Array.from({ length: 10 }, (_, index) => [`input.documentFiles.${index}`, large] as const);
  const other = await signedInTraveller(server).withRequest();
  const timed = async (sending: Promise<SendOutcome>) => {
    const start = performance.now();
    const { faults } = await sending;
    return { faults, took: performance.now() - start };
  };
  const greedy = timed(sendApplicant(traveller, "GraphQL", { ...files, ...Object.fromEntries(papers) }));
  // After 300 ms, the first pictures are being decoded and the last ones are still in the queue.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const others = await timed(sendApplicant(other, "GraphQL", files));
  expect([others.faults, (await greedy).faults]).toEqual([[], []]);
  expect(others.took).toBeLessThan((await greedy).took / 3);
});

test("a JPEG with hundreds of scans is refused", async () => {
  const scans = jpeg(await makeManyScans({ side: 1000, scans: 900 }));
  const { faults, messages } = await sendApplicant(traveller, "REST", {
    ...files,
    "input.profileFile": scans,
  });
  expect(faults).toEqual(["profileFile: FILE_UNSAFE"]);
  expect(messages[0]).toContain("Save it as a plain JPG");
});

test("the pictures of an invalid form are not decoded", async () => {
  const whole = files["input.profileFile"];
  const cut = { ...whole, bytes: whole.bytes.subarray(0, whole.bytes.length / 2) };
  const send = (changes: Record<string, unknown>) =>
    sendApplicant(traveller, "GraphQL", { ...files, "input.profileFile": cut }, changes);
  expect((await send({ firstName: "" })).faults).toEqual(["firstName: REQUIRED"]);
  expect((await send({})).faults).toEqual(["profileFile: FILE_CORRUPT"]);
});
