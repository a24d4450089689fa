import { beforeAll, describe, expect, test } from "@jest/globals";
import { cancelledDays, decidedDays, draftDays } from "../../modules/retention/retention.rules";
import type { TestFile } from "../kit/wire/callApi";
import { makeCorrectionFiles, readAsked } from "../kit/stories/corrections";
import { eraseNow, rawDatabase } from "../kit/data/erasing";
import { readTables } from "../kit/data/readTables";
import { ageRequest, expirePapers } from "../kit/data/retention";
import {
  makeApproval,
  approve,
  askFor,
  attempt,
  must,
  readFiles,
  sendCorrection,
  signInTwoStaff,
  staffJudgePaper,
  staffRejectApplicant,
  startReview,
  type ReviewScene,
} from "../kit/stories/review";
import { RunningServer } from "../kit/server/runningServer";
import type { Traveller } from "../kit/personas/traveller";

/** Document reviews and requested corrections are personal data: they are removed with the files. */

let server: RunningServer;
let staff: Traveller;
let sharper: TestFile;
beforeAll(async () => {
  server = RunningServer.shared();
  [staff] = await signInTwoStaff(server);
  ({ sharper } = await makeCorrectionFiles());
  // A recent case, whose rows must stay.
  await makeDecided("Iyer");
}, 180_000);

/**
 * Returns a decided case: one applicant answers the corrections and is approved, the other is rejected with open
 * corrections.
 */
async function makeDecided(lastName: string): Promise<ReviewScene> {
  const people = [{ lastName }, { firstName: "Usha", lastName }];
  const scene = await startReview(server, staff, people);
  const [asha, usha] = scene.applicants;
  const [photo, , back] = await readFiles(scene);
  const [photoOfUsha] = await readFiles(scene, 1);
  await judge(photo, "The eyes are closed");
  await judge(back, "The address cannot be read");
  await judge(photoOfUsha, "This is not her");
  const name = { field: "LAST_NAME", note: "As it stands in the passport" };
  await must("Asking", askFor(staff, asha, [{ fileId: photo.fileId, note: "With open eyes" }, name]));
  await must(
    "Asking",
    askFor(staff, usha, [name, { isMissingPaper: true, note: "The visa of her last stay" }]),
  );

  const { PHOTO, LAST_NAME } = await readAsked(scene);
  const answer = {
    visaApplicantId: asha.visaApplicantId,
    papers: [{ correctionId: PHOTO.correctionId }],
    fields: [{ correctionId: LAST_NAME.correctionId, value: corrected(lastName) }],
  };
  await must(
    "Answering",
    attempt(scene.traveller, sendCorrection, answer, { "input.papers.0.file": sharper }),
  );
  await must("Approving", approve(staff, makeApproval({ ...asha, lastName: corrected(lastName) })));
  const refusal = { visaApplicantId: usha.visaApplicantId, reason: "NOT_ELIGIBLE" };
  await must("Rejecting", attempt(staff, staffRejectApplicant, refusal));
  return scene;
}
/** The last name after the correction. */
const corrected = (lastName: string) => `${lastName}-Rao`;
const judge = ({ fileId }: { fileId: string }, note: string) =>
  must("Judging", attempt(staff, staffJudgePaper, { fileId, isAccepted: false, reason: "OTHER", note }));

const readSaid = () => readTables(server, ["paper_verdict", "applicant_correction"]);

/**
 * Expects that `remove` deletes the case's reviews and corrections, including their text on the disk, and no
 * others.
 */
async function expectGone(scene: ReviewScene, remove: () => Promise<unknown>): Promise<void> {
  const ids = scene.applicants.map(({ visaApplicantId }) => visaApplicantId);
  const { stored_file } = await readTables(server, ["stored_file"]);
  const files = stored_file.filter(({ visaApplicantId }) => ids.includes(visaApplicantId));
  const isMine = (row: { visaApplicantId?: string; fileId?: string }) =>
    ids.some((id) => id === row.visaApplicantId) || files.some(({ fileId }) => fileId === row.fileId);
  const { paper_verdict: verdicts, applicant_correction: corrections } = await readSaid();
  // One review was deleted with the replaced photo.
  expect([verdicts.filter(isMine).length, corrections.filter(isMine).length]).toEqual([2, 4]);
  const words = [...verdicts, ...corrections].filter(isMine).map(({ noteSealed }) => noteSealed);
  const traces = [...words, scene.applicants[0].lastName];
  const found = async () => {
    const raw = await rawDatabase(server);
    return traces.filter((trace) => raw.includes(trace));
  };
  expect(await found()).toEqual(traces);

  await remove();
  expect(await readSaid()).toEqual({
    paper_verdict: verdicts.filter((row) => !isMine(row)),
    applicant_correction: corrections.filter((row) => !isMine(row)),
  });
  expect(await found()).toEqual([]);
}

describe("document reviews and requested corrections", () => {
  test.each([
    ["a case that expired after its decision", "Venkataraman", decidedDays, {}],
    // Staff do not review drafts and cancelled applications, but the same rule would remove their reviews.
    [
      "an unchanged draft",
      "Lakshminarayan",
      draftDays,
      { visaRequestStatus: "PENDING", paymentStatus: "PENDING" },
    ],
    [
      "a cancelled application",
      "Satyanarayana",
      cancelledDays,
      { visaRequestStatus: "CANCELLED", paymentStatus: "REFUNDED" },
    ],
  ])("are removed with the personal data of %s, not a day earlier", async (_what, name, days, state) => {
    const scene = await makeDecided(name);
    await ageRequest(scene.traveller, days - 1, state);
    const before = await readSaid();
    await expirePapers(server);
    expect(await readSaid()).toEqual(before);
    await expectGone(scene, async () => {
      await ageRequest(scene.traveller, days + 1, state);
      expect(await expirePapers(server)).toMatch(/^Removed the personal data of 1 applications/);
    });
  });

  test("are removed with the account", async () => {
    const scene = await makeDecided("Ramachandran");
    await expectGone(scene, async () => {
      expect((await eraseNow(scene.traveller)).data.eraseAccount.erased).toBe(true);
    });
  });
});
