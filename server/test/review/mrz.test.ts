import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { readTables } from "../kit/data/readTables";
import { readKeptMrz } from "../kit/data/readKeptMrz";
import {
  askFor,
  attempt,
  readAsOwner,
  readReviewed,
  sendCorrection,
  signInTwoStaff,
  specimenMrz,
  staffCase,
  staffEnterMrz,
  startReview,
  type ReviewScene,
} from "../kit/stories/review";
import { RunningServer } from "../kit/server/runningServer";
import type { RestApplicant } from "../kit/wire/restShapes";
import type { DataOf } from "../kit/wire/read";
import { makeDetails, signedInTraveller, type Traveller } from "../kit/personas/traveller";

const { line1, line2 } = specimenMrz;
/** The specimen's data, as a traveller types it. */
const eriksson = {
  firstName: "Anna Maria",
  lastName: "Eriksson",
  gender: "FEMALE",
  dateOfBirth: "1974-08-12",
  passportNumber: "L898902C3",
  passportIssueDate: "2022-04-16",
  passportExpireDate: "2032-04-15",
  nationality: "UTO",
  passportCountry: "UTO",
};

type Report = DataOf<typeof staffCase>["staffVisaRequest"]["applicants"][0]["mrz"];

let server: RunningServer;
let staff: Traveller;
let files: PassportFiles;
beforeAll(async () => {
  server = RunningServer.shared();
  files = await makeSmallFiles();
  [staff] = await signInTwoStaff(server);
});

async function readReport({ visaRequestId }: ReviewScene): Promise<Report> {
  const { data } = await staff.call(staffCase, { visaRequestId });
  return data.staffVisaRequest.applicants[0].mrz;
}
const enter = ({ applicants }: ReviewScene, lines: { line1: string; line2: string }) =>
  attempt(staff, staffEnterMrz, { visaApplicantId: applicants[0].visaApplicantId, ...lines });
const differing = ({ fields }: Report) =>
  fields.filter(({ isSame }) => !isSame).map(({ field, typed, read }) => [field, typed, read]);

describe("the MRZ entered by staff", () => {
  test("is shown without differences if it matches the typed data", async () => {
    const scene = await startReview(server, staff, [eriksson]);
    expect(await readReport(scene)).toBeNull();
    const done = await enter(scene, { line1: line1.toLowerCase(), line2: `${line2} ` });
    const report = await readReport(scene);
    expect(done.applicants[0].mrz).toEqual(report);
    expect(report).toMatchObject({ line1, line2, enteredBy: "STAFF", faults: [] });
    expect(report.fields).toHaveLength(8);
    expect(differing(report)).toEqual([]);
    const trail = (await readTables(server, ["audit_event"])).audit_event;
    const entered = trail.filter(({ action }) => action === "MRZ_ENTERED");
    expect(entered.at(-1)).toMatchObject({ actorKind: "STAFF", details: null });
  });

  test("is shown with the fields that differ from the typed data", async () => {
    const changes = { ...eriksson, lastName: "Ericsson", passportNumber: "L898902C8", nationality: "INDIAN" };
    const scene = await startReview(server, staff, [changes]);
    await enter(scene, { line1, line2 });
    expect(differing(await readReport(scene))).toEqual([
      ["LAST_NAME", "Ericsson", "ERIKSSON"],
      ["PASSPORT_NUMBER", "L898902C8", "L898902C3"],
      ["NATIONALITY", "INDIAN", "UTO"],
    ]);
  });

  test("is shown with an error for each wrong check digit", async () => {
    const scene = await startReview(server, staff, [eriksson]);
    await enter(scene, { line1, line2: line2.replace("L898902C36", "L898902C86") });
    expect((await readReport(scene)).faults).toEqual([
      { line: 2, message: "The check digit of the passport number, character 10, does not match" },
      { line: 2, message: "The check digit of the whole line, character 44, does not match" },
    ]);
  });

  test("is removed if both lines are blank, and unchanged if a line is invalid", async () => {
    const scene = await startReview(server, staff, [eriksson]);
    await enter(scene, { line1, line2 });
    const before = await readReviewed(server);
    for (const [lines, faults] of [
      [{ line1: line1.replace("E", "É"), line2 }, ["line1: INVALID"]],
      [{ line1, line2: line2.slice(1) }, ["line2: INVALID"]],
      [{ line1: "", line2 }, ["line1: REQUIRED"]],
      [{ line1: "P", line2: "" }, ["line1: INVALID", "line2: REQUIRED"]],
    ] as const)
      expect(await enter(scene, lines)).toEqual(faults);
    expect(await readReviewed(server)).toEqual(before);
    await enter(scene, { line1: "", line2: " " });
    expect(await readReport(scene)).toBeNull();
  });

  test("is marked as from an earlier page once the front page is replaced, until the lines are saved again", async () => {
    const scene = await startReview(server, staff, [eriksson]);
    await enter(scene, { line1, line2 });
    expect(await readReport(scene)).toMatchObject({ isOfEarlierPage: false });
    const { data } = await staff.call(staffCase, { visaRequestId: scene.visaRequestId });
    const [asked] = data.staffVisaRequest.applicants;
    const front = asked.papers.find(({ kind }) => kind === "PASSPORT_FRONT")!;
    await askFor(staff, scene.applicants[0], [{ fileId: front.fileId }]);
    const { visaApplicantId, corrections } = (await readAsOwner(scene)).visaApplicants[0];
    const papers = corrections.map(({ correctionId }) => ({ correctionId }));
    const newFront = { "input.papers.0.file": files["input.passportFrontFile"] };
    await attempt(scene.traveller, sendCorrection, { visaApplicantId, papers }, newFront);
    expect(await readReport(scene)).toMatchObject({ line1, line2, isOfEarlierPage: true });
    await enter(scene, { line1, line2 });
    expect(await readReport(scene)).toMatchObject({ isOfEarlierPage: false });
  });
});

describe("the MRZ sent by a traveller", () => {
  let traveller: Traveller;
  beforeEach(async () => {
    traveller = await signedInTraveller(server).withRequest();
  });
  const sealedOf = async (visaApplicantId: string) =>
    (await readTables(server, ["visa_applicant"])).visa_applicant.find(
      (row) => row.visaApplicantId === visaApplicantId,
    )!.mrzSealed as string | null;
  const readKept = () => readKeptMrz(traveller);

  test("is stored with the form, and can be changed and removed", async () => {
    const mrz = { mrzLine1: ` ${line1.toLowerCase()}`, mrzLine2: line2 };
    const { visaApplicantId } = await addApplicant(traveller, files, { ...eriksson, ...mrz });
    const enteredAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await readKept()).toEqual({ line1, line2, enteredBy: "TRAVELLER", enteredAt });
    expect(await sealedOf(visaApplicantId)).not.toContain("ERIKSSON");

    const update = (changes: Record<string, unknown>) =>
      attempt(traveller, documents.updateVisaApplicant, { visaApplicantId, ...changes });
    await update({ firstName: "Anna" });
    expect(await readKept()).toMatchObject({ line1 });
    const other = line1.replace("ANNA", "INGA");
    await update({ mrzLine1: other, mrzLine2: line2 });
    expect(await readKept()).toMatchObject({ line1: other });
    expect(await update({ mrzLine1: line1 })).toEqual(["mrzLine2: REQUIRED"]);
    expect(await update({ mrzLine1: line1, mrzLine2: "L8989" })).toEqual(["mrzLine2: INVALID"]);
    expect(await readKept()).toMatchObject({ line1: other });
    const pageOf = async () => (await readKept()).enteredAt;
    const before = await pageOf();
    await update({ mrzLine1: other, mrzLine2: line2 });
    expect(await pageOf()).toBe(before);
    await attempt(
      traveller,
      documents.updateVisaApplicant,
      { visaApplicantId, mrzLine1: other, mrzLine2: line2 },
      { "input.passportFrontFile": files["input.profileFile"] },
    );
    expect((await pageOf()) > before).toBe(true);
    await update({ mrzLine1: "", mrzLine2: null });
    expect(await sealedOf(visaApplicantId)).toBeNull();

    const changed = (await readTables(server, ["audit_event"])).audit_event.filter(
      ({ subjectId, action }) => subjectId === visaApplicantId && action === "APPLICANT_CHANGED",
    );
    expect(changed.map(({ details }) => (JSON.parse(details) as { fields: string[] }).fields)).toEqual([
      ...[["firstName"], ["mrz"], ["mrz", "PASSPORT_FRONT"], ["mrz"]],
    ]);
  });

  test("is accepted with wrong check digits, but not with impossible characters or only one line", async () => {
    const { visaRequestId } = traveller.request;
    const create = (mrz: Record<string, unknown>) =>
      attempt(traveller, documents.createVisaApplicant, { visaRequestId, ...makeDetails(), ...mrz }, files);
    expect(await create({ mrzLine1: "P-UTO", mrzLine2: line2 })).toEqual(["mrzLine1: INVALID"]);
    expect(await create({ mrzLine2: line2 })).toEqual(["mrzLine1: REQUIRED"]);
    expect((await traveller.readRequest()).visaApplicants).toEqual([]);
    await create({ mrzLine1: line1, mrzLine2: line2.replace("7408122", "7408123") });
    expect(await readKept()).toMatchObject({ line2: expect.stringContaining("7408123") });
  });

  test("does not appear in REST responses", async () => {
    const mrz = { mrzLine1: line1, mrzLine2: line2 };
    await addApplicant(traveller, files, { ...eriksson, ...mrz });
    const { visaRequestId } = traveller.request;
    const path = `/api/VisaApplicant/GetByVisaRequest?visaRequestId=${visaRequestId}`;
    const answer = await callRest<RestApplicant[]>(server, "GET", path, { token: traveller.token });
    expect(answer.body.data[0]).toMatchObject({ firstName: "Anna Maria" });
    const names = Object.keys(answer.body.data[0]!).join();
    expect(names).not.toMatch(/mrz|decided|rejection|decision/i);
  });
});
