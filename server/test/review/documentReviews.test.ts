import { beforeAll, describe, expect, test } from "@jest/globals";
import { applicantMoves } from "../../modules/applicant/applicantStatus.rules";
import { absentId } from "../kit/stories/applicants";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import {
  makeApproval,
  approve,
  askFor,
  attempt,
  readFiles,
  readAsOwner,
  readReviewed,
  sendCorrection,
  signInTwoStaff,
  staffJudgePaper,
  staffRejectApplicant,
  staffTakeBackApproval,
  startReview,
  type ReviewScene,
} from "../kit/stories/review";
import { RunningServer } from "../kit/server/runningServer";
import type { Traveller, VisaApplicant } from "../kit/personas/traveller";

let server: RunningServer;
let staff: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  [staff] = await signInTwoStaff(server);
});

describe("a document review", () => {
  test("replaces the file's previous review, and is not shown to the traveller", async () => {
    const scene = await startReview(server, staff);
    const papers = await readFiles(scene);
    const fileId = papers.find(({ kind }) => kind === "PHOTO")!.fileId;
    const bad = { fileId, isAccepted: false, reason: "OTHER", note: "The eyes are closed" };
    const first = await attempt(staff, staffJudgePaper, bad);
    expect(first.applicants[0].papers.map(({ kind, verdict }) => [kind, verdict?.isAccepted])).toEqual([
      ["PHOTO", false],
      ["PASSPORT_FRONT", undefined],
      ["PASSPORT_BACK", undefined],
    ]);
    expect(first.applicants[0].papers[0].verdict).toEqual({
      isAccepted: false,
      reason: "OTHER",
      note: "The eyes are closed",
      by: { staffId: staff.userId },
      at: expect.any(String),
    });
    expect(JSON.stringify((await readTables(server, ["paper_verdict"])).paper_verdict)).not.toContain("eyes");
    const second = await attempt(staff, staffJudgePaper, { fileId, isAccepted: true });
    expect(second.applicants[0].papers[0].verdict).toMatchObject({
      isAccepted: true,
      reason: null,
      note: null,
    });
    expect(await readAsOwner(scene)).toMatchObject({
      visaRequestStatus: "PROCESSING",
      visaApplicants: [{ visaApplicantStatus: "PENDING", corrections: [] }],
    });
  });

  test("is refused if the reason is missing, or invalid for the file or the result", async () => {
    const scene = await startReview(server, staff);
    const [{ fileId }] = await readFiles(scene);
    const before = await readReviewed(server);
    for (const [verdict, faults] of [
      [{ isAccepted: false }, ["reason: REQUIRED"]],
      [{ isAccepted: false, reason: "OTHER" }, ["note: REQUIRED"]],
      [{ isAccepted: true, reason: "GLARE" }, ["reason: INVALID"]],
      [{ isAccepted: false, note: "y".repeat(501) }, ["reason: REQUIRED", "note: TOO_LONG"]],
    ] as const)
      expect(await attempt(staff, staffJudgePaper, { fileId, ...verdict })).toEqual(faults);
    // EXPIRED is not a valid reason for a photo.
    const unfit = { fileId, isAccepted: false, reason: "EXPIRED" };
    expect(await attempt(staff, staffJudgePaper, unfit)).toEqual(["reason: INVALID"]);
    expect(await attempt(staff, staffJudgePaper, { fileId: absentId(), isAccepted: true })).toEqual([
      "NOT_FOUND",
    ]);
    expect(await readReviewed(server)).toEqual(before);
  });
});

describe("an invalid request for corrections", () => {
  test("reports the path of each violation and changes nothing", async () => {
    const scene = await startReview(server, staff, [{ firstName: "Asha" }, { firstName: "Usha" }]);
    const [mine] = await readFiles(scene);
    const [theirs] = await readFiles(scene, 1);
    const before = await readReviewed(server);
    const field = "GENDER";
    for (const [items, faults] of [
      [[], ["items: REQUIRED"]],
      [Array.from({ length: 21 }, (_, index) => missing(`Paper ${index}`)), ["items: INVALID"]],
      [
        [{}, { field, fileId: mine.fileId }],
        ["items.0: INVALID", "items.1: INVALID"],
      ],
      [[{ field, reason: "OTHER" }], ["items.0.note: REQUIRED"]],
      [[{ field }, { isMissingPaper: true }], ["items.1.note: REQUIRED"]],
      [[{ field, note: "z".repeat(501) }], ["items.0.note: TOO_LONG"]],
      [[{ field: "PASSPORT_NUMBER", reason: "BLURRED" }], ["items.0.reason: INVALID"]],
      [[{ fileId: mine.fileId, reason: "EXPIRED" }], ["items.0.reason: INVALID"]],
      [[{ field }, { field }], ["items.1.field: INVALID"]],
      [[{ fileId: mine.fileId }, { fileId: mine.fileId }], ["items.1.fileId: INVALID"]],
      [[{ fileId: theirs.fileId }], ["items.0.fileId: INVALID"]],
      [[{ fileId: "nonsense" }], ["items.0.fileId: INVALID"]],
      [[missing("Ticket"), missing(" ticket")], ["items.1.note: INVALID"]],
    ] as const)
      expect(await askFor(staff, scene.applicants[0], [...items])).toEqual(faults);
    expect(await readReviewed(server)).toEqual(before);
  });
});

describe("an applicant's status changes", () => {
  /** The calls that change the status, by the new status. */
  const moves: Record<string, (scene: ReviewScene, applicant: VisaApplicant) => Promise<unknown>> = {
    ACTION_REQUIRED: (_scene, applicant) => askFor(staff, applicant, [{ field: "NATIONALITY" }]),
    APPROVED: (_scene, applicant) => approve(staff, makeApproval(applicant)),
    REJECTED: (_scene, { visaApplicantId }) =>
      attempt(staff, staffRejectApplicant, { visaApplicantId, reason: "NOT_ELIGIBLE" }),
    // Takes back an approval if there is one; otherwise sends the traveller's correction.
    PENDING: async (scene, { visaApplicantId }) => {
      const back: unknown = await attempt(staff, staffTakeBackApproval, { visaApplicantId });
      if (!Array.isArray(back)) return back;
      const { visaApplicants } = await readAsOwner(scene);
      const { corrections } = visaApplicants.find((one) => one.visaApplicantId === visaApplicantId)!;
      const fields = corrections.map(({ correctionId }) => ({ correctionId, value: "NEPALI" }));
      return attempt(scene.traveller, sendCorrection, { visaApplicantId, fields });
    },
  };
  const statuses = ["NEW", "PENDING", "ACTION_REQUIRED", "APPROVED", "REJECTED"] as const;

  test("only as `applicantMoves` allows", async () => {
    // One applicant for each possible change, and one who stays PENDING, so that the review continues.
    const tries = statuses.flatMap((from) => Object.keys(moves).map((to) => ({ from, to })));
    const scene = await startReview(
      server,
      staff,
      [...tries, {}].map(() => ({})),
    );
    for (const [index, { from }] of tries.entries())
      if (from !== "NEW" && from !== "PENDING") await moves[from]!(scene, scene.applicants[index]!);
    const isNew = tries.flatMap(({ from }, index) =>
      from === "NEW" ? [scene.applicants[index]!.visaApplicantId] : [],
    );
    await editDatabase(
      server,
      `UPDATE visa_applicant SET "visaApplicantStatus" = 'NEW'
       WHERE "visaApplicantId" IN (${isNew.map((id) => `'${id}'`).join()})`,
    );

    const made: string[] = [];
    for (const [index, { from, to }] of tries.entries()) {
      const answer = await moves[to]!(scene, scene.applicants[index]!);
      if (Array.isArray(answer))
        expect({ from, to, answer }).toEqual({ from, to, answer: ["null: INVALID_STATE"] });
      const { visaApplicants } = await readAsOwner(scene);
      const status = visaApplicants[index]!.visaApplicantStatus;
      expect([from, to, status]).toEqual([from, to, Array.isArray(answer) ? from : to]);
      if (!Array.isArray(answer)) made.push(`${from} > ${to}`);
    }
    const table = Object.entries(applicantMoves).flatMap(([from, list]) =>
      list.map((to) => `${from} > ${to}`),
    );
    // NEW > PENDING happens only when an applicant is added.
    expect(made.sort()).toEqual(table.filter((move) => move !== "NEW > PENDING").sort());
  });
});

const missing = (note: string) => ({ isMissingPaper: true, note });
