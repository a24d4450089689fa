import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { makePhoneJpeg } from "../kit/files/makeImage";
import { makePdf } from "../kit/files/makePdf";
import { sendApplicant, ways } from "../kit/stories/applicants";
import { jpeg, makeSmallFiles, pdf, type PassportFiles } from "../kit/personas/applicantFiles";
import { eicar, FakeClamd, type ClamdMood } from "../kit/standIns/fakeClamd";
import { authHeaders, uploadPath, toBody } from "../kit/wire/rawUploads";
import { readTables } from "../kit/data/readTables";
import { RunningServer } from "../kit/server/runningServer";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { BOUNDARY } from "../kit/wire/multipartKit";

let clamd: FakeClamd;
let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  clamd = await FakeClamd.start();
  [server, files] = await Promise.all([TestServer.start(clamd.settings), makeSmallFiles()]);
});
afterAll(async () => {
  await server.dispose();
  await clamd.dispose();
});

let traveller: Traveller;
let storedBefore: string[];
beforeEach(async () => {
  clamd.mood = "well";
  traveller = await signedInTraveller(server).withRequest();
  storedBefore = await server.listFiles();
});

async function expectNothingKept(): Promise<void> {
  expect((await traveller.readRequest()).visaApplicants).toEqual([]);
  expect(await server.listFiles()).toEqual(storedBefore);
}

const scanStatesOf = async (scanned: RunningServer) =>
  (await readTables(scanned, ["stored_file"]))["stored_file"].map(({ scanState }) => scanState as string);

describe.each(ways)("with a scanner, through %s,", (way) => {
  test("a photo or document with a virus is refused as FILE_UNSAFE, and nothing is stored", async () => {
    const photo = await makePhoneJpeg({ width: 200, height: 200 });
    const outcome = await sendApplicant(traveller, way, {
      ...files,
      // The virus comes after the picture's data. Re-encoding would remove it there, so the scanner must see the
      // original.
      "input.profileFile": jpeg(Buffer.concat([photo, Buffer.from(eicar)])),
      "input.documentFiles.0": pdf(Buffer.concat([makePdf(), Buffer.from(`% ${eicar}\n%%EOF\n`)])),
    });
    expect(outcome.faults).toEqual(["profileFile: FILE_UNSAFE", "documentFiles.0: FILE_UNSAFE"]);
    expect(outcome.messages[0]).toContain("virus scanner");
    expect(outcome.status).toBe(way === "REST" ? 400 : 200);
    await expectNothingKept();
  });

  test("clean files are scanned as they were uploaded, and stored as CLEAN", async () => {
    clamd.scanned.length = 0;
    expect((await sendApplicant(traveller, way, files)).faults).toEqual([]);
    expect(clamd.scanned.toSorted(Buffer.compare)).toEqual(
      Object.values(files)
        .map(({ bytes }) => Buffer.from(bytes))
        .sort(Buffer.compare),
    );
    expect((await scanStatesOf(server)).slice(-3)).toEqual(["CLEAN", "CLEAN", "CLEAN"]);
  });

  test.each<ClamdMood | "gone">(["gone", "hangs up", "full", "nonsense"])(
    "an upload gets 503 with Retry-After and is not stored if the scanner fails (%s)",
    async (mood) => {
      if (mood === "gone") await clamd.hangUp();
      else clamd.mood = mood;
      try {
        const response = await fetch(server.url + uploadPath(way), {
          method: "POST",
          headers: {
            ...authHeaders(traveller),
            "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
          },
          body: Uint8Array.from(toBody(way, traveller, files)),
        });
        expect(response.status).toBe(503);
        expect(response.headers.get("retry-after")).toBe("60");
        const text = await response.text();
        expect(text).toContain("Files cannot be checked for viruses at the moment");
        expect(text).not.toContain("clamd");
        if (way === "GraphQL") expect(text).toContain('"code":"UNAVAILABLE"');
        await expectNothingKept();
        await server.untilPrinted("virus scanner does not respond");
      } finally {
        if (mood === "gone") await clamd.listen();
      }
      clamd.mood = "well";
      expect((await sendApplicant(traveller, way, files)).faults).toEqual([]);
    },
  );
});

test("at most four of twenty files are scanned concurrently", async () => {
  clamd.mostAtOnce = 0;
  clamd.delayMs = 100;
  const papers = Object.fromEntries(
    Array.from({ length: 17 }, (_, i) => [`input.documentFiles.${i}`, files["input.passportBackFile"]]),
  );
  expect((await sendApplicant(traveller, "REST", { ...files, ...papers })).faults).toEqual([]);
  expect(clamd.mostAtOnce).toBeGreaterThan(0);
  expect(clamd.mostAtOnce).toBeLessThanOrEqual(4);
});

test("without a scanner, files are stored as UNSCANNED", async () => {
  const plain = RunningServer.shared();
  const owner = await signedInTraveller(plain).withRequest();
  const before = (await scanStatesOf(plain)).length;
  expect((await sendApplicant(owner, "REST", files)).faults).toEqual([]);
  expect((await scanStatesOf(plain)).slice(before)).toEqual(["UNSCANNED", "UNSCANNED", "UNSCANNED"]);
});
