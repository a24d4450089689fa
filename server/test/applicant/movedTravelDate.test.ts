import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { daysAhead, yearsAgo } from "../kit/server/clock";
import { TestServer } from "../kit/server/testServer";
import { FakeClamd } from "../kit/standIns/fakeClamd";
import { addApplicant, sendApplicant, ways } from "../kit/stories/applicants";
import * as documents from "../kit/documents";
import { poll } from "../kit/poll";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";

/** Details are checked against the travel date before the files are inspected, which may take seconds. */

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
  traveller = await signedInTraveller(server).withRequest();
});

/** A passport that is valid today but not on the new travel date. */
const passport = { passportIssueDate: yearsAgo(9), passportExpireDate: daysAhead(10) };

/** Moves the travel date while the files of the call are inspected. */
async function moveDuring<T>(call: () => Promise<T>): Promise<T> {
  storedBefore = await server.listFiles();
  clamd.scanned.length = 0;
  clamd.delayMs = 2_000;
  const answer = call();
  await poll(() => expect(clamd.scanned).not.toHaveLength(0));
  const { visaRequestId } = traveller.request;
  await traveller.do(documents.changeTravelDate, { visaRequestId, travelDate: daysAhead(20) });
  clamd.delayMs = 0;
  return answer;
}

test.each(ways)(
  "an applicant whose passport expires before a travel date set meanwhile is not added (%s)",
  async (way) => {
    const outcome = await moveDuring(() => sendApplicant(traveller, way, files, passport));
    expect(outcome.messages).toEqual([
      expect.stringContaining("This application was changed in the meantime"),
    ]);
    expect((await traveller.readRequest()).visaApplicants).toEqual([]);
    expect(await server.listFiles()).toEqual(storedBefore);
    expect((await sendApplicant(traveller, way, files, passport)).messages).toEqual([
      "This passport will have expired on the day of travel",
    ]);
  },
);

test("a change of an applicant is rejected if the travel date is changed meanwhile", async () => {
  const { visaApplicantId, passportExpireDate } = await addApplicant(traveller, files);
  const { "input.profileFile": photo } = files;
  const answer = await moveDuring(() =>
    traveller.call(
      documents.updateVisaApplicant,
      { input: { visaApplicantId, ...passport } },
      { "input.profileFile": photo },
    ),
  );
  expect(errorCodes(getUserErrors(answer))).toEqual(["null: CONFLICT"]);
  expect((await traveller.readRequest()).visaApplicants).toMatchObject([{ passportExpireDate }]);
  expect(await server.listFiles()).toEqual(storedBefore);
});
