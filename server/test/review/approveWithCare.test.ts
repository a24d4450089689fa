import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readTables } from "../kit/data/readTables";
import type { Traveller } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { TestServer } from "../kit/server/testServer";
import {
  makeApproval,
  approve,
  attempt,
  lookAtAll,
  readFiles,
  readReviewed,
  signInTwoStaff,
  staffApproveApplicant,
  staffJudgePaper,
  startReview,
  visaNaming,
} from "../kit/stories/review";
import { getUserErrors } from "../kit/wire/outcomes";

/** The items that staff have to review before they approve an applicant, with and without `FOUR_EYES_ABOVE_INR`. */

let server: RunningServer;
let careful: TestServer;
let staff: Traveller;
let carefulStaff: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  [staff] = await signInTwoStaff(server);
  careful = await TestServer.start({ FOUR_EYES_ABOVE_INR: "1000" });
  [carefulStaff] = await signInTwoStaff(careful);
});
afterAll(() => careful.dispose());

const openAtFirst = [
  "Photo: not reviewed",
  "Passport front page: not reviewed",
  "Passport back page: not reviewed",
  "MRZ: not entered",
];

const nothingOnVisa = ["the passport number is not on the visa", "the name is not on the visa"];

describe("open items", () => {
  test("are the files without a review and the missing MRZ", async () => {
    const scene = await startReview(server, staff);
    const [photo] = await readFiles(scene);
    const first = await attempt(staff, staffJudgePaper, { fileId: photo.fileId, isAccepted: true });
    expect(first.applicants[0].openItems).toEqual(openAtFirst.slice(1));
    expect((await lookAtAll(scene)).applicants[0].openItems).toEqual([]);
  });

  test("need no reason without FOUR_EYES_ABOVE_INR; a given reason is stored as an encrypted note", async () => {
    const without = await startReview(server, staff);
    const done = await approve(staff, makeApproval(without.applicants[0]));
    expect(done).toMatchObject({ visaRequest: { visaRequestStatus: "APPROVED" }, notes: [] });

    const scene = await startReview(server, staff);
    const reason = " The originals were seen at the counter. ";
    const { notes } = await approve(staff, makeApproval(scene.applicants[0], { reason }));
    expect(notes).toEqual([
      {
        text: `Approval of Asha Rao despite this: ${[...openAtFirst, ...nothingOnVisa].join("; ")}.\nReason: ${reason.trim()}`,
      },
    ]);
    expect(JSON.stringify((await readTables(server, ["staff_note"])).staff_note)).not.toContain("counter");
  });

  test("need a reason if FOUR_EYES_ABOVE_INR is set", async () => {
    const { applicants } = await startReview(careful, carefulStaff);
    const before = await readReviewed(careful);
    const answer = await carefulStaff.call(
      staffApproveApplicant,
      { input: makeApproval(applicants[0], { reason: " " }) },
      { "input.visaFile": visaNaming(applicants[0]) },
    );
    expect(getUserErrors(answer)).toMatchObject([
      {
        field: "reason",
        code: "REQUIRED",
        message: `Say why you approve without this: ${openAtFirst.join("; ")}`,
      },
    ]);
    const tooLong = makeApproval(applicants[0], { reason: "x".repeat(501) });
    expect(await approve(carefulStaff, tooLong)).toEqual(["reason: TOO_LONG"]);
    expect(await readReviewed(careful)).toEqual(before);
    const done = await approve(
      carefulStaff,
      makeApproval(applicants[0], { reason: "Seen on paper" }),
      visaNaming(applicants[0]),
    );
    expect(done.visaRequest.visaRequestStatus).toBe("APPROVED");
  });

  test("prevent the approval if they were not all shown, even without FOUR_EYES_ABOVE_INR", async () => {
    const scene = await startReview(server, staff);
    const [applicant] = scene.applicants;
    const before = await readReviewed(server);
    const shown = openAtFirst.slice(1);
    expect(await approve(staff, makeApproval(applicant, { openItems: shown }))).toEqual(["reason: REQUIRED"]);
    const answer = await staff.call(
      staffApproveApplicant,
      { input: makeApproval(applicant, { openItems: shown, reason: "Seen on paper" }) },
      { "input.visaFile": visaNaming(applicant) },
    );
    expect(getUserErrors(answer)).toMatchObject([
      {
        field: "openItems",
        code: "INVALID",
        message: `This was added while you were approving: ${openAtFirst[0]}`,
      },
    ]);
    expect(await readReviewed(server)).toEqual(before);
    const done = await approve(staff, makeApproval(applicant, { openItems: openAtFirst }));
    expect(done.visaRequest.visaRequestStatus).toBe("APPROVED");
  });

  test("are empty after a full review, so that no reason is needed", async () => {
    const scene = await startReview(careful, carefulStaff);
    await lookAtAll(scene);
    const [applicant] = scene.applicants;
    const done = await approve(carefulStaff, makeApproval(applicant), visaNaming(applicant));
    expect(done).toMatchObject({ visaRequest: { visaRequestStatus: "APPROVED" }, notes: [] });
  });
});
