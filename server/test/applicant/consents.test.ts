import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { consentText, consentVersion } from "../../modules/consent/consent.rules";
import { rawDatabase, eraseNow } from "../kit/data/erasing";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { signInStaff } from "../kit/personas/staff";
import { makeDetails, signedInTraveller, toStory, type Traveller } from "../kit/personas/traveller";
import { yearsAgo } from "../kit/server/clock";
import { RunningServer } from "../kit/server/runningServer";
import { addApplicant, sendApplicant } from "../kit/stories/applicants";
import { lookAt } from "../kit/stories/staffConsole";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";

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

const own = { textVersion: consentVersion };
const meera = { textVersion: consentVersion, guardianName: "Meera Ramanathan" };
const child = { dateOfBirth: yearsAgo(9), title: "Miss" };
const change = (visaApplicantId: string, changes: Record<string, unknown>) =>
  traveller.do(documents.updateVisaApplicant, { visaApplicantId, ...changes });
const rowsOf = async (visaApplicantId: string) =>
  (await readTables(server, ["consent"])).consent.filter((row) => row.visaApplicantId === visaApplicantId);

describe("a consent", () => {
  test("is stored with its text and time, and shown to the traveller and staff", async () => {
    const since = new Date().toISOString();
    const { consent } = await addApplicant(traveller, files, { consent: own });
    expect(consent).toEqual({
      kind: "APPLICANT",
      ...own,
      text: consentText(consentVersion, "APPLICANT"),
      guardianName: null,
      givenAt: expect.any(String),
      recordedBy: null,
    });
    expect(consent.givenAt >= since).toBe(true);
    const { visaApplicantId } = await addApplicant(traveller, files, { ...child, consent: meera });
    expect(await rowsOf(visaApplicantId)).toMatchObject([{ givenByUserId: traveller.userId }]);

    await toStory(traveller).paid();
    const staff = await signInStaff(server);
    const { applicants } = await lookAt(staff, traveller.request.visaRequestId);
    expect(applicants.map(({ visaApplicant }) => visaApplicant.consent)).toEqual([
      { kind: "APPLICANT", ...own, guardianName: null, givenAt: consent.givenAt, recordedBy: null },
      { kind: "GUARDIAN", ...meera, givenAt: expect.any(String), recordedBy: null },
    ]);
  });

  test("from a guardian is encrypted, and deleted with the applicant and with the account", async () => {
    const made = await addApplicant(traveller, files, { ...child, consent: meera });
    const removed = await addApplicant(traveller, files, { ...child, consent: meera });
    expect(made.consent).toMatchObject({ kind: "GUARDIAN", guardianName: "Meera Ramanathan" });
    expect(await rawDatabase(server)).not.toContain("Ramanathan");
    expect(await rowsOf(removed.visaApplicantId)).toHaveLength(1);
    const { visaApplicantId } = removed;
    await traveller.do(documents.removeVisaApplicant, { visaApplicantId });
    expect(await rowsOf(visaApplicantId)).toEqual([]);
    await eraseNow(traveller);
    expect(await rowsOf(made.visaApplicantId)).toEqual([]);
  });

  test("is optional for older clients", async () => {
    for (const way of ["GraphQL", "REST"] as const)
      expect((await sendApplicant(traveller, way, files)).faults).toEqual([]);
    const { visaApplicants } = await traveller.readRequest();
    expect(visaApplicants.map(({ consent }) => consent)).toEqual([null, null]);
  });

  test("that is invalid is rejected at its field, together with all other errors", async () => {
    const input = (changes: object) => ({
      visaRequestId: traveller.request.visaRequestId,
      ...makeDetails({ ...child, ...changes }),
    });
    const { textVersion } = meera;
    for (const [changes, faults] of [
      [{ consent: own }, ["consent.guardianName: REQUIRED"]],
      [{ consent: { ...meera, textVersion: "2020-01-01" } }, ["consent.textVersion: INVALID"]],
      [{ consent: { textVersion, guardianName: "\u0007" } }, ["consent.guardianName: INVALID"]],
      [{ dateOfBirth: yearsAgo(18), consent: meera }, ["consent.guardianName: INVALID"]],
      [{ firstName: "", consent: own }, ["firstName: REQUIRED", "consent.guardianName: REQUIRED"]],
    ] as const) {
      const answer = await traveller.call(documents.createVisaApplicant, { input: input(changes) }, files);
      expect(errorCodes(getUserErrors(answer))).toEqual(faults);
    }
    expect((await traveller.readRequest()).visaApplicants).toEqual([]);
  });

  test("survives changes to other details, and is retained when another person consents", async () => {
    const { visaApplicantId, consent } = await addApplicant(traveller, files, { consent: own });
    expect((await change(visaApplicantId, { firstName: "Usha" })).consent).toEqual(consent);
    expect((await change(visaApplicantId, { firstName: "Uma", consent: own })).consent).toEqual(consent);

    const refused = await traveller.call(documents.updateVisaApplicant, {
      input: { visaApplicantId, ...child, consent: own },
    });
    expect(errorCodes(getUserErrors(refused))).toEqual(["consent.guardianName: REQUIRED"]);
    expect(await change(visaApplicantId, { ...child, consent: meera })).toMatchObject({
      travelerType: "CHILD",
      consent: { kind: "GUARDIAN", guardianName: "Meera Ramanathan" },
    });
    expect((await rowsOf(visaApplicantId)).map(({ kind }) => kind)).toEqual(["APPLICANT", "GUARDIAN"]);
    const { audit_event } = await readTables(server, ["audit_event"]);
    const changed = audit_event.filter(({ subjectId }) => subjectId === visaApplicantId).at(-1)!;
    expect(JSON.parse(changed.details)).toMatchObject({ fields: expect.arrayContaining(["consent"]) });
  });
});
