import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makePdf, stream } from "../kit/files/makePdf";
import { sendApplicant, ways } from "../kit/stories/applicants";
import { makeSmallFiles, pdf, type PassportFiles } from "../kit/personas/applicantFiles";
import type { TestFile } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { readTables } from "../kit/data/readTables";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller } from "../kit/personas/traveller";

/** Each account may store 1 MB and ten files. */
let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  [server, files] = await Promise.all([
    TestServer.start({ UPLOAD_QUOTA_MB: "1", UPLOAD_QUOTA_FILES: "10" }),
    makeSmallFiles(),
  ]);
});
afterAll(() => server.dispose());

/** Returns a PDF of about `kilobytes` KB, which is stored unchanged. */
const paperOf = (kilobytes: number): TestFile =>
  pdf(makePdf({ extra: [stream("", randomBytes(kilobytes * 1024))] }));

const withPapers = (...papers: TestFile[]) => ({
  ...files,
  ...Object.fromEntries(papers.map((paper, index) => [`input.documentFiles.${index}`, paper])),
});

/** Checks that every stored file has a row and every row has a file. */
async function expectNothingLost(): Promise<void> {
  const rows = (await readTables(server, ["stored_file"]))["stored_file"];
  const stored = (await server.listFiles()).map((path) => basename(path).split(".")[0]!);
  expect(stored.toSorted()).toEqual(rows.map(({ fileId }) => fileId).sort());
}

test.each(ways)(
  "through %s, a file over the account's quota is reported, and removing an applicant frees quota",
  async (way) => {
    const traveller = await signedInTraveller(server).withRequest();
    const first = await sendApplicant(traveller, way, withPapers(paperOf(400), paperOf(400)));
    expect(first.faults).toEqual([]);

    const more = withPapers(paperOf(100), paperOf(400));
    const second = await sendApplicant(traveller, way, more);
    expect(second.faults).toEqual(["documentFiles.1: FILE_TOO_LARGE"]);
    expect(second.status).toBe(way === "REST" ? 413 : 200);
    expect(second.messages[0]).toContain("holds up to 1 MB and 10 files");
    expect(second.messages[0]).toContain("Remove an applicant or a document that you no longer need");
    await expectNothingLost();

    // Other accounts have their own quotas.
    const other = await signedInTraveller(server).withRequest();
    expect((await sendApplicant(other, way, more)).faults).toEqual([]);

    const { visaApplicantId } = (await traveller.readRequest()).visaApplicants[0];
    await traveller.do(documents.removeVisaApplicant, { visaApplicantId });
    expect((await sendApplicant(traveller, way, more)).faults).toEqual([]);
    await expectNothingLost();
  },
);

test("a document that replaces another needs no additional quota", async () => {
  const traveller = await signedInTraveller(server).withRequest();
  await sendApplicant(traveller, "GraphQL", withPapers(paperOf(800)));
  const [{ visaApplicantId, visaApplicationDocuments }] = (await traveller.readRequest()).visaApplicants;
  const [{ visaApplicationDocumentId }] = visaApplicationDocuments;
  const paper = { "input.documentFiles.0": paperOf(800) };

  const beside = await traveller.call(documents.updateVisaApplicant, { input: { visaApplicantId } }, paper);
  expect(errorCodes(getUserErrors(beside))).toEqual(["documentFiles.0: FILE_TOO_LARGE"]);
  const removeDocumentIds = [visaApplicationDocumentId];
  await traveller.do(documents.updateVisaApplicant, { visaApplicantId, removeDocumentIds }, paper);
  await expectNothingLost();
});

test("the number of files of an account is limited, however small they are", async () => {
  const traveller = await signedInTraveller(server).withRequest();
  for (let one = 0; one < 3; one++)
    expect((await sendApplicant(traveller, "REST", files)).faults).toEqual([]);
  expect((await sendApplicant(traveller, "REST", files)).faults).toEqual([
    "passportFrontFile: FILE_TOO_LARGE",
  ]);
});

test("concurrent uploads that would each be within the quota do not exceed it together", async () => {
  const traveller = await signedInTraveller(server).withRequest();
  const sent = await Promise.all(
    Array.from({ length: 6 }, (_, i) => sendApplicant(traveller, ways[i % 2]!, withPapers(paperOf(600)))),
  );
  const outcomes = sent.map(({ faults }) => faults.join()).sort();
  expect(outcomes).toEqual(["", ...Array<string>(5).fill("documentFiles.0: FILE_TOO_LARGE")]);
  expect((await traveller.readRequest()).visaApplicants).toHaveLength(1);
  await expectNothingLost();
});
