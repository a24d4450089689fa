import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { applicantMoves } from "../modules/applicant/applicantStatus.rules";
import { absentId } from "./kit/applicants";
import type { Json } from "./kit/callApi";
import { staffTakeCase, workOn } from "./kit/desk";
import { editDatabase } from "./kit/editDatabase";
import { readTables } from "./kit/readTables";
import {
  approvalOf,
  approve,
  askFor,
  attempt,
  readAsOwner,
  readReviewed,
  sendCorrection,
  signInDesk,
  staffCase,
  staffEnterMrz,
  staffJudgePaper,
  staffRejectApplicant,
  startReview,
  submit,
  type ReviewScene,
} from "./kit/review";
import { KeyRotationRun } from "./kit/rotateKeys";
import { TestServer } from "./kit/testServer";
import type { Traveller } from "./kit/traveller";

let server: TestServer;
let staff: Traveller, other: Traveller;
beforeAll(async () => {
  server = await TestServer.start();
  [staff, other] = await signInDesk(server);
});
afterAll(() => server.dispose());

describe("a verdict", () => {
  test("says whether a paper will do, takes the place of the one before, and is not told to the traveller", async () => {
    const scene = await startReview(server, staff);
    const papers = await papersOf(scene);
    const fileId = papers.find(({ kind }) => kind === "PHOTO")!.fileId;
    const bad = { fileId, isAccepted: false, reason: "OTHER", note: "The eyes are closed" };
    const first = await attempt(staff, staffJudgePaper, bad);
    expect(first.applicants[0].papers.map(({ kind, verdict }: Json) => [kind, verdict?.isAccepted])).toEqual([
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

  test("without a reason, or with one that contradicts it, is refused by the field", async () => {
    const scene = await startReview(server, staff);
    const [{ fileId }] = (await papersOf(scene)) as [Json];
    const before = await readReviewed(server);
    for (const [verdict, faults] of [
      [{ isAccepted: false }, ["reason: REQUIRED"]],
      [{ isAccepted: false, reason: "OTHER" }, ["note: REQUIRED"]],
      [{ isAccepted: true, reason: "GLARE" }, ["reason: INVALID"]],
      [{ isAccepted: false, note: "y".repeat(501) }, ["reason: REQUIRED", "note: TOO_LONG"]],
    ] as const)
      expect(await attempt(staff, staffJudgePaper, { fileId, ...verdict })).toEqual(faults);
    expect(await attempt(staff, staffJudgePaper, { fileId: absentId(), isAccepted: true })).toEqual([
      "NOT_FOUND",
    ]);
    expect(await readReviewed(server)).toEqual(before);
  });
});

describe("what staff ask for", () => {
  test("is refused by the place of each fault, and changes nothing", async () => {
    const scene = await startReview(server, staff, [{ firstName: "Asha" }, { firstName: "Usha" }]);
    const [mine] = await papersOf(scene);
    const [theirs] = await papersOf(scene, 1);
    const before = await readReviewed(server);
    const field = "GENDER";
    for (const [items, faults] of [
      [[], ["items: REQUIRED"]],
      [Array.from({ length: 21 }, (_, index) => missing(`Paper ${index}`)), ["items: INVALID"]],
      [
        [{}, { field, fileId: mine!.fileId }],
        ["items.0: INVALID", "items.1: INVALID"],
      ],
      [[{ field, reason: "OTHER" }], ["items.0.note: REQUIRED"]],
      [[{ field }, { isMissingPaper: true }], ["items.1.note: REQUIRED"]],
      [[{ field, note: "z".repeat(501) }], ["items.0.note: TOO_LONG"]],
      [[{ field }, { field }], ["items.1.field: INVALID"]],
      [[{ fileId: mine!.fileId }, { fileId: mine!.fileId }], ["items.1.fileId: INVALID"]],
      [[{ fileId: theirs!.fileId }], ["items.0.fileId: INVALID"]],
      [[{ fileId: "nonsense" }], ["items.0.fileId: INVALID"]],
      [[missing("Ticket"), missing(" ticket")], ["items.1.note: INVALID"]],
    ] as const)
      expect(await askFor(staff, scene.applicants[0], [...items])).toEqual(faults);
    expect(await readReviewed(server)).toEqual(before);
  });
});

describe("whose case it is", () => {
  /** Each operation on a traveller, with input that is right. */
  const operations: [string, (who: Traveller, applicant: Json, fileId: string) => Promise<Json>][] = [
    ["judge a paper", (who, _one, fileId) => attempt(who, staffJudgePaper, { fileId, isAccepted: true })],
    ["ask for a correction", (who, applicant) => askFor(who, applicant, [{ field: "GENDER" }])],
    ["approve", (who, applicant) => approve(who, approvalOf(applicant))],
    [
      "reject",
      (who, { visaApplicantId }) =>
        attempt(who, staffRejectApplicant, { visaApplicantId, reason: "NOT_ELIGIBLE" }),
    ],
    [
      "enter the lines of the passport",
      (who, { visaApplicantId }) =>
        attempt(who, staffEnterMrz, { visaApplicantId, line1: specimen[0], line2: specimen[1] }),
    ],
  ];

  let scenes: Record<"mine" | "waiting" | "own", ReviewScene>;
  beforeAll(async () => {
    // A traveller for each operation, and one who stays, so that the review goes on.
    const mine = await startReview(
      server,
      staff,
      [...operations, 1].map(() => ({})),
    );
    scenes = { mine, waiting: await submit(server, staff), own: await startReview(server, other) };
    await workOn(staff, staffTakeCase, { visaRequestId: scenes.waiting.visaRequestId });
    // The one whose application it is becomes staff, and would have it on their desk.
    await server.runCommand("staff", "add", scenes.own.traveller.phoneNumber);
  });

  test.each(operations.map(([name, operate], index) => ({ name, operate, index })))(
    "decides who may $name, and whether it is in review",
    async ({ operate, index }) => {
      const { mine, waiting, own } = scenes;
      const on = async (who: Traveller, scene: ReviewScene, place = 0) =>
        operate(who, scene.applicants[place], (await papersOf(scene, place))[0]!.fileId);
      // The case is looked at for the ids of its papers, and each look is written down.
      const before = withoutLooks(await readReviewed(server));
      expect(await on(other, mine, index)).toEqual(["null: INVALID_STATE"]);
      expect(await on(staff, waiting)).toEqual(["null: INVALID_STATE"]);
      expect(await on(own.traveller, own)).toEqual(["null: INVALID_STATE"]);
      expect(await on(mine.traveller, mine, index)).toEqual(["FORBIDDEN"]);
      const absent = { ...mine.applicants[index], visaApplicantId: absentId() };
      expect(await operate(staff, absent, absentId())).toEqual(["NOT_FOUND"]);
      expect(withoutLooks(await readReviewed(server))).toEqual(before);
      // And to whom it is, in review, it is done.
      expect(await on(staff, mine, index)).toMatchObject({ isMine: true });
    },
  );

  const withoutLooks = ({ tables, files }: Awaited<ReturnType<typeof readReviewed>>) => ({
    files,
    tables: {
      ...tables,
      audit_event: tables["audit_event"]!.filter(({ action }) => action !== "PAPERS_SEEN"),
    },
  });
});

describe("the moves of a traveller", () => {
  /** What makes each move, by the status that it leads to. */
  const moves: Record<string, (scene: ReviewScene, applicant: Json) => Promise<Json>> = {
    ACTION_REQUIRED: (_scene, applicant) => askFor(staff, applicant, [{ field: "NATIONALITY" }]),
    APPROVED: (_scene, applicant) => approve(staff, approvalOf(applicant)),
    REJECTED: (_scene, { visaApplicantId }) =>
      attempt(staff, staffRejectApplicant, { visaApplicantId, reason: "NOT_ELIGIBLE" }),
    PENDING: async (scene, { visaApplicantId }) => {
      const { visaApplicants } = await readAsOwner(scene);
      const { corrections } = visaApplicants.find((one: Json) => one.visaApplicantId === visaApplicantId);
      const fields = corrections.map(({ correctionId }: Json) => ({ correctionId, value: "NEPALI" }));
      return attempt(scene.traveller, sendCorrection, { visaApplicantId, fields });
    },
  };
  const statuses = ["NEW", "PENDING", "ACTION_REQUIRED", "APPROVED", "REJECTED"] as const;

  test("are those of the table, each made by its operation, and no others", async () => {
    // One traveller for each move that may be tried, and one who stays, so that the review goes on.
    const tries = statuses.flatMap((from) => Object.keys(moves).map((to) => ({ from, to })));
    const scene = await startReview(
      server,
      staff,
      [...tries, {}].map(() => ({})),
    );
    for (const [index, { from }] of tries.entries())
      if (from !== "NEW" && from !== "PENDING") await moves[from]!(scene, scene.applicants[index]);
    await server.stop();
    const isNew = tries.flatMap(({ from }, index) =>
      from === "NEW" ? [scene.applicants[index].visaApplicantId as string] : [],
    );
    await editDatabase(
      server,
      `UPDATE visa_applicant SET "visaApplicantStatus" = 'NEW'
       WHERE "visaApplicantId" IN (${isNew.map((id) => `'${id}'`).join()})`,
    );
    await server.start();

    const made: string[] = [];
    for (const [index, { from, to }] of tries.entries()) {
      const answer = await moves[to]!(scene, scene.applicants[index]);
      if (Array.isArray(answer)) expect([from, to, ...answer]).toEqual([from, to, "null: INVALID_STATE"]);
      const { visaApplicants } = await readAsOwner(scene);
      const status = visaApplicants[index].visaApplicantStatus;
      expect([from, to, status]).toEqual([from, to, Array.isArray(answer) ? from : to]);
      if (!Array.isArray(answer)) made.push(`${from} > ${to}`);
    }
    const table = Object.entries(applicantMoves).flatMap(([from, list]) =>
      list.map((to) => `${from} > ${to}`),
    );
    // Taken on when they are added: no operation makes this move.
    expect(made.sort()).toEqual(table.filter((move) => move !== "NEW > PENDING").sort());
  });
});

test("the notes of staff are sealed anew with a new data key", async () => {
  const keys = ["the old data key, which somebody may have read", "the new one, which nobody has seen yet"];
  const own = await TestServer.start({ DATA_KEY: keys[0]! });
  try {
    const [member] = await signInDesk(own);
    const scene = await startReview(own, member, [{ firstName: "Asha" }, { firstName: "Usha" }]);
    const [asha, usha] = scene.applicants;
    const [{ fileId }] = (await papersOf(scene)) as [Json];
    await attempt(member, staffJudgePaper, { fileId, isAccepted: false, reason: "GLARE", note: "A lamp" });
    await attempt(member, staffEnterMrz, {
      visaApplicantId: asha.visaApplicantId,
      ...{ line1: specimen[0], line2: specimen[1] },
    });
    await askFor(member, asha, [{ field: "GENDER", note: "As in the passport" }]);
    const refusal = { visaApplicantId: usha.visaApplicantId, reason: "OTHER", note: "No reason was given" };
    await attempt(member, staffRejectApplicant, refusal);
    const said = async () => {
      const { data } = await member.call(staffCase, { visaRequestId: scene.visaRequestId });
      const { applicants } = data.staffVisaRequest;
      return applicants.map(({ visaApplicant, corrections, papers, mrz }: Json) => [
        visaApplicant.decisionNote,
        corrections.map(({ note }: Json) => note),
        papers.map(({ verdict }: Json) => verdict?.note),
        mrz?.line2,
      ]);
    };
    const before = await said();
    expect(JSON.stringify(before)).toMatch(/A lamp.*No reason was given/);
    own.configure({ DATA_KEY: keys[1]!, DATA_KEY_PREVIOUS: keys[0]! });
    await own.restart();
    const rotated = await new KeyRotationRun(own, { DATA_KEY: keys[1]!, DATA_KEY_PREVIOUS: keys[0]! }).end();
    expect(rotated.code).toBe(0);
    own.configure({ DATA_KEY_PREVIOUS: undefined });
    await own.restart();
    expect(await said()).toEqual(before);
  } finally {
    await own.dispose();
  }
});

const specimen = [
  "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
  "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
] as const;

const missing = (note: string) => ({ isMissingPaper: true, note });

/** The papers of a traveller, in the order of the form. */
async function papersOf({ staff: member, visaRequestId }: ReviewScene, index = 0): Promise<Json[]> {
  const { data } = await member.call(staffCase, { visaRequestId });
  return data.staffVisaRequest.applicants[index].papers;
}
