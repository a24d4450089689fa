import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makeScan } from "../kit/files/makeScan";
import { detailsOnPassport, readFixedPictures } from "../passport/fixedPictures";
import { readKeptMrz } from "../kit/data/readKeptMrz";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { jpeg, makeSmallFiles, pdf, type PassportFiles } from "../kit/personas/applicantFiles";
import { TestPartner } from "../kit/personas/partner";
import { signedInTraveller, toStory, type Traveller } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { TestServer } from "../kit/server/testServer";
import { addApplicant, sendApplicant, ways } from "../kit/stories/applicants";
import {
  approve,
  askFor,
  attempt,
  makeApproval,
  readAsOwner,
  readFiles,
  sendCorrection,
  signInTwoStaff,
  staffCase,
  staffEnterMrz,
  staffJudgePaper,
  startReview,
  visaNaming,
  type ReviewScene,
} from "../kit/stories/review";
import type { TestFile } from "../kit/wire/callApi";
import { makePdf } from "../kit/files/makePdf";

/** The server reads the MRZ from front pages, so that staff need not type it. */

const fair = readFixedPictures("fair");
const page = (index: number): TestFile => jpeg(fair[index]!.jpeg, "front.jpg");
const [american, turkish] = [13, 3];
const linesOf = (index: number) => ({ line1: fair[index]!.lines[0], line2: fair[index]!.lines[1] });
const detailsOf = (index: number) => detailsOnPassport(fair[index]!.lines);
const frontFile = "input.passportFrontFile";

let server: RunningServer;
let careful: TestServer;
let staff: Traveller;
let carefulStaff: Traveller;
let small: PassportFiles;
let files: PassportFiles;
beforeAll(async () => {
  server = RunningServer.shared();
  small = await makeSmallFiles();
  files = { ...small, [frontFile]: page(american) };
  [staff] = await signInTwoStaff(server);
  careful = await TestServer.start({ FOUR_EYES_ABOVE_INR: "1000" });
  [carefulStaff] = await signInTwoStaff(careful);
});
afterAll(() => careful.dispose());

async function readCase({ staff: reader, visaRequestId }: ReviewScene) {
  const { data } = await reader.call(staffCase, { visaRequestId });
  const [applicant] = data.staffVisaRequest.applicants;
  const { mrz, openItems } = applicant;
  const differing = (mrz?.fields ?? []).filter(({ isSame }) => !isSame).map(({ field }) => field);
  return { mrz, openItems, differing };
}
async function acceptAll(scene: ReviewScene): Promise<void> {
  for (const { fileId } of await readFiles(scene))
    await attempt(scene.staff, staffJudgePaper, { fileId, isAccepted: true });
}
describe("the MRZ of a front page", () => {
  test.each(ways)(
    "is read when a traveller sends the page through %s, and is in the traveller's download",
    async (way) => {
      const traveller = await signedInTraveller(server).withRequest();
      expect((await sendApplicant(traveller, way, files, detailsOf(american))).faults).toEqual([]);
      expect(await readKeptMrz(traveller)).toMatchObject({ ...linesOf(american), enteredBy: "SERVER" });
      const rows = (await readTables(server, ["visa_applicant"])).visa_applicant;
      expect(rows.at(-1)!.mrzSealed).not.toContain(detailsOf(american).lastName);
    },
  );

  test("is read when a partner's program sends the page", async () => {
    const program = await toStory(await (await TestPartner.create(server)).programWith()).withRequest();
    const { visaApplicantId } = await addApplicant(program, files, detailsOf(american));
    const rows = (await readTables(server, ["visa_applicant"])).visa_applicant;
    expect(rows.find((row) => row.visaApplicantId === visaApplicantId)!.mrzSealed).not.toBeNull();
  });

  test("is read from a PDF that contains a scan", async () => {
    const traveller = await signedInTraveller(server).withRequest();
    const front = pdf(await makeScan([[fair[american]!.jpeg]]), "front.pdf");
    await addApplicant(traveller, { ...files, [frontFile]: front }, detailsOf(american));
    expect(await readKeptMrz(traveller)).toMatchObject({ ...linesOf(american), enteredBy: "SERVER" });
  });

  test("is missing, without an error, for a PDF of text or a picture without an MRZ", async () => {
    for (const front of [pdf(makePdf({ pages: 1 }), "front.pdf"), small[frontFile]]) {
      const traveller = await signedInTraveller(server).withRequest();
      await addApplicant(traveller, { ...files, [frontFile]: front });
      expect(await readKeptMrz(traveller)).toBeNull();
    }
  });

  test("replaces lines that the device read, but not lines that the traveller typed", async () => {
    const typed = { mrzLine1: linesOf(turkish).line1, mrzLine2: linesOf(turkish).line2 };
    for (const [front, sent, kept] of [
      [page(american), { ...typed, isMrzReadOnDevice: true }, { ...linesOf(american), enteredBy: "SERVER" }],
      [small[frontFile], { ...typed, isMrzReadOnDevice: true }, { ...linesOf(turkish), enteredBy: "DEVICE" }],
      [page(american), typed, { ...linesOf(turkish), enteredBy: "TRAVELLER" }],
    ] as const) {
      const traveller = await signedInTraveller(server).withRequest();
      await addApplicant(traveller, { ...files, [frontFile]: front }, { ...detailsOf(american), ...sent });
      expect(await readKeptMrz(traveller)).toMatchObject(kept);
    }
  });

  test("does not cause an idempotency conflict if only the repeated call contains it", async () => {
    const traveller = await signedInTraveller(server).withRequest();
    const key = { idempotencyKey: "read later", ...detailsOf(american) };
    const { line1: mrzLine1, line2: mrzLine2 } = linesOf(american);
    const first = await addApplicant(traveller, files, key);
    const read = { mrzLine1, mrzLine2, isMrzReadOnDevice: true };
    const again = await addApplicant(traveller, files, { ...key, ...read });
    expect(again.visaApplicantId).toBe(first.visaApplicantId);
  });

  test("changes with a new page from the traveller, and the audit log records the change", async () => {
    const traveller = await signedInTraveller(server).withRequest();
    const { visaApplicantId } = await addApplicant(traveller, small);
    const update = (front: TestFile) =>
      attempt(traveller, documents.updateVisaApplicant, { visaApplicantId }, { [frontFile]: front });
    await update(page(american));
    expect(await readKeptMrz(traveller)).toMatchObject(linesOf(american));
    await update(page(turkish));
    expect(await readKeptMrz(traveller)).toMatchObject(linesOf(turkish));
    await update(small[frontFile]);
    expect(await readKeptMrz(traveller)).toBeNull();
    const changes = (await readTables(server, ["audit_event"])).audit_event.filter(
      ({ subjectId, action }) => subjectId === visaApplicantId && action === "APPLICANT_CHANGED",
    );
    const fields = JSON.stringify({ fields: ["mrz", "PASSPORT_FRONT"] });
    expect(changes.map(({ details }) => details)).toEqual([fields, fields, fields]);
  });
});

describe("during the review", () => {
  test("staff can approve without typing the MRZ if it matches the typed data", async () => {
    const scene = await startReview(careful, carefulStaff, [detailsOf(american)], {
      [frontFile]: page(american),
    });
    const { mrz, openItems, differing } = await readCase(scene);
    expect(mrz).toMatchObject({
      ...linesOf(american),
      enteredBy: "SERVER",
      faults: [],
      isOfEarlierPage: false,
    });
    expect([mrz.fields.length, differing]).toEqual([8, []]);
    expect(openItems.join()).not.toContain("MRZ");
    await acceptAll(scene);
    const [applicant] = scene.applicants;
    const done = await approve(carefulStaff, makeApproval(applicant), visaNaming(applicant));
    expect(done).toMatchObject({ visaRequest: { visaRequestStatus: "APPROVED" }, notes: [] });
  });

  test("staff have to give a reason or type the MRZ if it differs from the typed data", async () => {
    const entered = { ...detailsOf(american), lastName: "Chauvoux", dateOfBirth: "1952-02-28" };
    const open = ["MRZ: read from the picture, and differs in last name, date of birth"];
    const scene = await startReview(careful, carefulStaff, [entered], { [frontFile]: page(american) });
    await acceptAll(scene);
    const { openItems, differing } = await readCase(scene);
    expect([openItems, differing]).toEqual([open, ["LAST_NAME", "DATE_OF_BIRTH"]]);
    const [applicant] = scene.applicants;
    expect(await approve(carefulStaff, makeApproval(applicant), visaNaming(applicant))).toEqual([
      "reason: REQUIRED",
    ]);
    const { visaApplicantId } = applicant;
    await attempt(carefulStaff, staffEnterMrz, { visaApplicantId, ...linesOf(american) });
    expect(await readCase(scene)).toMatchObject({ openItems: [], mrz: { enteredBy: "STAFF" } });
  });

  test("a corrected front page is read again, unless staff have typed the MRZ", async () => {
    const scene = await startReview(server, staff, [detailsOf(turkish)]);
    const replaceFront = async (front: TestFile) => {
      const { fileId } = (await readFiles(scene)).find(({ kind }) => kind === "PASSPORT_FRONT")!;
      await askFor(staff, scene.applicants[0], [{ fileId }]);
      const { visaApplicantId, corrections } = (await readAsOwner(scene)).visaApplicants[0];
      const papers = corrections.map(({ correctionId }) => ({ correctionId }));
      await attempt(
        scene.traveller,
        sendCorrection,
        { visaApplicantId, papers },
        { "input.papers.0.file": front },
      );
    };
    expect((await readCase(scene)).mrz).toBeNull();
    await replaceFront(page(turkish));
    const read = await readCase(scene);
    expect(read.mrz).toMatchObject({ ...linesOf(turkish), enteredBy: "SERVER", isOfEarlierPage: false });
    expect(read.differing).toEqual([]);

    const { visaApplicantId } = scene.applicants[0];
    await attempt(staff, staffEnterMrz, { visaApplicantId, ...linesOf(turkish) });
    await replaceFront(page(american));
    const typed = { ...linesOf(turkish), enteredBy: "STAFF", isOfEarlierPage: true };
    expect((await readCase(scene)).mrz).toMatchObject(typed);
  });
});
