import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import { rawDatabase } from "../kit/data/erasing";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { signedInTraveller } from "../kit/personas/traveller";
import { TestServer } from "../kit/server/testServer";
import { addApplicant } from "../kit/stories/applicants";

/** Comments can mention health or visa refusals, so the database stores them encrypted. */

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  server = await TestServer.start();
  files = await makeSmallFiles();
});
afterAll(() => server.dispose());

async function lastChangedFields(): Promise<unknown> {
  const { audit_event } = await readTables(server, ["audit_event"]);
  const details = audit_event.findLast(({ action }) => action === "APPLICANT_CHANGED")?.details;
  return JSON.parse(String(details));
}

test("comments are encrypted in the database, and returned as they were written", async () => {
  const traveller = await signedInTraveller(server).withRequest();
  const comments = "Needs insulin at night.\nRefused by Utopia in 2019";
  const { visaApplicantId } = await addApplicant(traveller, files, { comments });
  const read = async () => (await traveller.readRequest()).visaApplicants[0].comments;
  expect(await read()).toBe(comments);
  const update = async (input: object) => {
    await traveller.do(documents.updateVisaApplicant, { visaApplicantId, ...input });
  };
  await update({ firstName: "Usha" });
  expect(await lastChangedFields()).toEqual({ fields: ["firstName"] });
  await update({ comments: "Needs oxygen" });
  expect(await lastChangedFields()).toEqual({ fields: ["comments"] });
  expect(await read()).toBe("Needs oxygen");
  for (const word of ["insulin", "Utopia", "oxygen"]) expect(await rawDatabase(server)).not.toContain(word);
  await update({ comments: null });
  expect(await read()).toBeNull();
});

test("unencrypted comments from older versions are readable, and the next start encrypts them", async () => {
  const traveller = await signedInTraveller(server).withRequest();
  const { visaApplicantId } = await addApplicant(traveller, files);
  const read = async () => (await traveller.readRequest()).visaApplicants[0].comments;
  await editDatabase(server, `UPDATE visa_applicant SET "commentsSealed" = ? WHERE "visaApplicantId" = ?`, [
    "clear:Needs a wheelchair",
    visaApplicantId,
  ]);
  expect(await read()).toBe("Needs a wheelchair");
  await server.restart();
  expect(await read()).toBe("Needs a wheelchair");
  expect(await rawDatabase(server)).not.toContain("wheelchair");
});
