import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import { makeDetails, signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { sendApplicant, toForm, ways, type Way } from "../kit/stories/applicants";
import { callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { TestServer } from "../kit/server/testServer";

/** In this file, SQLite reports a disk error for a COMMIT that in fact succeeded. */

let server: TestServer;
let traveller: Traveller;
let losingCommits: string;
beforeAll(async () => {
  const lostCommits = fileURLToPath(new URL("../kit/server/lostCommits.mjs", import.meta.url));
  server = await TestServer.start({ NODE_OPTIONS: `--import ${lostCommits}` });
  losingCommits = join(server.dataDir, "lose-commits.txt");
  traveller = await signedInTraveller(server).withRequest();
});
afterAll(() => server.dispose());

/** Sends an applicant and returns the error code (GraphQL) or the status (REST). */
async function sendAndLose(way: Way): Promise<unknown> {
  const files = await makeSmallFiles();
  const input = { visaRequestId: traveller.request.visaRequestId, ...makeDetails() };
  if (way === "GraphQL") {
    const { errors } = await traveller.call(documents.createVisaApplicant, { input }, files);
    return errors?.[0]?.extensions["code"];
  }
  const form = toForm(input, files);
  return (await callRest(server, "POST", "/api/VisaApplicant/Create", { token: traveller.token, form }))
    .status;
}

async function expectAllOpen(applicants: number): Promise<void> {
  const { visaApplicants } = await traveller.readRequest();
  expect(visaApplicants).toHaveLength(applicants);
  for (const { profileSrc, passportFrontSrc, passportBackSrc } of visaApplicants)
    for (const link of [profileSrc, passportFrontSrc, passportBackSrc])
      expect((await fetch(server.url + link)).status).toBe(200);
  expect(await server.listFiles()).toHaveLength(applicants * 3);
}

test("files whose rows were committed despite a reported error are not removed, even after a crash", async () => {
  await writeFile(losingCommits, "");
  expect(await sendAndLose("GraphQL")).toBe("UNAVAILABLE");
  expect(await sendAndLose("REST")).toBe(503);
  expect(server.output).toContain("disk error: write refused");
  await expectAllOpen(2);

  await rm(losingCommits);
  for (const way of ways)
    expect(await sendApplicant(traveller, way, await makeSmallFiles())).toMatchObject({ faults: [] });
  await expectAllOpen(4);

  await server.restart("SIGKILL");
  await server.untilPrinted("swept files without a row");
  await expectAllOpen(4);
});
