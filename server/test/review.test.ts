import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { applicantMoves } from "../modules/applicant/applicantStatus.rules";
import { makePhoneJpeg, makePng } from "../modules/file/testing/makeImage";
import { makeScriptedPdf } from "../modules/file/testing/makePdf";
import { absentId, jpeg, listStoredFiles, pdf, png } from "./kit/applicants";
import type { Json } from "./kit/callApi";
import { staffTakeCase, workOn } from "./kit/desk";
import { editDatabase } from "./kit/editDatabase";
import { readTables, requestTables } from "./kit/readTables";
import {
  approvalOf,
  approve,
  askFor,
  attempt,
  readAsOwner,
  sendCorrection,
  signInDesk,
  staffCase,
  staffEnterMrz,
  staffJudgePaper,
  staffRejectApplicant,
  startReview,
  submit,
  visaPdf,
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

/** All that a refused call may not change: rows and files. */
async function readAll() {
  const names = [...requestTables, "paper_verdict", "applicant_correction", "audit_event"];
  return { tables: await readTables(server, names), files: await listStoredFiles(server) };
}

describe("approving", () => {
  test.each([
    ["a PDF", async () => visaPdf()],
    ["a JPG", async () => jpeg(await makePhoneJpeg({ width: 600, height: 800 }), "visa.jpg")],
    ["a PNG", async () => png(await makePng({ width: 600, height: 800 }), "visa.png")],
  ])("with %s hands the owner the very bytes", async (_kind, makeVisa) => {
    const scene = await startReview(server, staff);
    const visa = await makeVisa();
    const done = await approve(staff, approvalOf(scene.applicants[0]), visa);
    expect(done).toMatchObject({
      visaRequest: { visaRequestStatus: "APPROVED" },
      applicants: [{ visaApplicant: { visaApplicantStatus: "APPROVED" } }],
    });
    const { visaRequestStatus, visaApplicants } = await readAsOwner(scene);
    expect(visaRequestStatus).toBe("APPROVED");
    const [{ approvedVisaSrc, decidedAt }] = visaApplicants;
    expect(decidedAt).not.toBeNull();
    const received = Buffer.from(await (await fetch(server.url + approvedVisaSrc)).arrayBuffer());
    expect(received.equals(visa.bytes)).toBe(true);
  });

  test.each([
    ["another passport number", { passportNumber: "M7654321" }, ["passportNumber: INVALID"]],
    ["another name", { name: "Usha Iyer" }, ["name: INVALID"]],
    ["a part of the name", { name: "Asha" }, ["name: INVALID"]],
    ["neither", { passportNumber: " ", name: "" }, ["passportNumber: REQUIRED", "name: REQUIRED"]],
    [
      "both wrong",
      { passportNumber: "M7654321", name: "Usha Iyer" },
      ["passportNumber: INVALID", "name: INVALID"],
    ],
  ])("with %s on the visa is refused by the field, and changes nothing", async (_what, changes, faults) => {
    const { applicants } = await startReview(server, staff);
    const before = await readAll();
    expect(await approve(staff, approvalOf(applicants[0], changes))).toEqual(faults);
    expect(await readAll()).toEqual(before);
  });

  test("takes capitals, spaces, hyphens and the order of the names as they come", async () => {
    const [applicant] = (
      await startReview(server, staff, [{ firstName: "Anna Maria", lastName: "D'Souza-Rao" }])
    ).applicants;
    const passportNumber = `${applicant.passportNumber.slice(0, 1).toLowerCase()}-${applicant.passportNumber.slice(1, 4)} ${applicant.passportNumber.slice(4)}`;
    const done = await approve(
      staff,
      approvalOf(applicant, { passportNumber, name: "D’SOUZA RAO, ANNA-MARIA" }),
    );
    expect(done.visaRequest.visaRequestStatus).toBe("APPROVED");
  });
});

describe("a visa is not taken", () => {
  test("where the file is not safe, and nothing is kept of it", async () => {
    const { applicants } = await startReview(server, staff);
    const before = await readAll();
    expect(await approve(staff, approvalOf(applicants[0]), pdf(makeScriptedPdf(), "visa.pdf"))).toEqual([
      "visaFile: FILE_UNSAFE",
    ]);
    // All faults are told at once.
    const wrong = approvalOf(applicants[0], { name: "Usha Iyer" });
    expect(await approve(staff, wrong, pdf(Buffer.from("no PDF"), "visa.pdf"))).toEqual([
      ...["name: INVALID", "visaFile: FILE_TYPE"],
    ]);
    expect(await readAll()).toEqual(before);
  });

  test("as it came where something is hidden behind the picture: the picture alone is kept", async () => {
    const scene = await startReview(server, staff);
    const picture = await makePng({ width: 600, height: 800 });
    const hidden = Buffer.concat([picture, Buffer.from("<script>alert(1)</script>")]);
    await approve(staff, approvalOf(scene.applicants[0]), png(hidden, "visa.png"));
    const [{ approvedVisaSrc }] = (await readAsOwner(scene)).visaApplicants;
    const received = Buffer.from(await (await fetch(server.url + approvedVisaSrc)).arrayBuffer());
    expect(received.includes("<script>")).toBe(false);
    expect(received.subarray(1, 4).toString()).toBe("PNG");
  });

  test("while the traveller has not sent what they were asked for", async () => {
    const { applicants } = await startReview(server, staff);
    await askFor(staff, applicants[0], [{ field: "GENDER" }]);
    const before = await readAll();
    expect(await approve(staff, approvalOf(applicants[0]))).toEqual(["null: INVALID_STATE"]);
    expect(await readAll()).toEqual(before);
  });
});

describe("two at once", () => {
  const grantsOf = async (visaApplicantId: string) =>
    (await readTables(server, ["audit_event"])).audit_event!.filter(
      ({ action, subjectId }) =>
        subjectId === visaApplicantId && ["VISA_GRANTED", "VISA_REFUSED"].includes(action as string),
    );

  test("who approve make one move, and the file of the other goes", async () => {
    const scene = await startReview(server, staff);
    const [applicant] = scene.applicants;
    const before = await listStoredFiles(server);
    const answers = await Promise.all([1, 2, 3].map(() => approve(staff, approvalOf(applicant))));
    const refused = answers.filter(Array.isArray);
    expect(refused).toHaveLength(2);
    for (const faults of refused) expect(["null: INVALID_STATE", "null: CONFLICT"]).toContain(faults[0]);
    expect(await listStoredFiles(server)).toHaveLength(before.length + 1);
    expect(await grantsOf(applicant.visaApplicantId)).toHaveLength(1);
    const { timeline } = await readAsOwner(scene);
    expect(timeline.map(({ status }: Json) => status)).toEqual([
      ...["PENDING", "SUBMITTED", "PROCESSING", "APPROVED"],
    ]);
  });

  test("of whom one approves and one rejects: one decision", async () => {
    const scene = await startReview(server, staff);
    const [applicant] = scene.applicants;
    const { visaApplicantId } = applicant;
    const answers = await Promise.all([
      approve(staff, approvalOf(applicant)),
      attempt(staff, staffRejectApplicant, { visaApplicantId, reason: "NOT_ELIGIBLE" }),
    ]);
    expect(answers.filter(Array.isArray)).toHaveLength(1);
    expect(await grantsOf(visaApplicantId)).toHaveLength(1);
    const { visaRequestStatus, visaApplicants } = await readAsOwner(scene);
    expect(visaApplicants[0].visaApplicantStatus).toBe(visaRequestStatus);
    expect(visaApplicants[0].approvedVisaSrc === null).toBe(visaRequestStatus === "REJECTED");
  });
});

describe("rejecting", () => {
  test("ends the traveller's case with a reason that they are told, and closes what was asked for", async () => {
    const scene = await startReview(server, staff);
    const { visaApplicantId } = scene.applicants[0];
    await askFor(staff, scene.applicants[0], [{ field: "GENDER" }]);
    const note = " The embassy gave no reason. ";
    const done = await attempt(staff, staffRejectApplicant, { visaApplicantId, reason: "OTHER", note });
    expect(done).toMatchObject({
      visaRequest: { visaRequestStatus: "REJECTED" },
      applicants: [{ corrections: [] }],
    });
    expect((await readAsOwner(scene)).visaApplicants[0]).toMatchObject({
      visaApplicantStatus: "REJECTED",
      rejectionReason: "OTHER",
      decisionNote: note.trim(),
      decidedAt: expect.any(String),
      corrections: [],
      approvedVisaSrc: null,
    });
    const rows = (await readTables(server, ["visa_applicant"])).visa_applicant!;
    expect(JSON.stringify(rows)).not.toContain("embassy");
  });

  test("needs a word where the reason is none of the list, and not too long a one", async () => {
    const { applicants } = await startReview(server, staff);
    const { visaApplicantId } = applicants[0];
    const before = await readAll();
    for (const [note, fault] of [
      [undefined, "note: REQUIRED"],
      ["  ", "note: REQUIRED"],
      ["x".repeat(501), "note: TOO_LONG"],
      ["a\u0007b", "note: INVALID"],
    ])
      expect(await attempt(staff, staffRejectApplicant, { visaApplicantId, reason: "OTHER", note })).toEqual([
        fault,
      ]);
    expect(await readAll()).toEqual(before);
  });
});

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
    const before = await readAll();
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
    expect(await readAll()).toEqual(before);
  });
});

describe("what staff ask for", () => {
  test("is refused by the place of each fault, and changes nothing", async () => {
    const scene = await startReview(server, staff, [{ firstName: "Asha" }, { firstName: "Usha" }]);
    const [mine] = await papersOf(scene);
    const [theirs] = await papersOf(scene, 1);
    const before = await readAll();
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
    expect(await readAll()).toEqual(before);
  });
});

describe("whose case it is", () => {
  /** Each operation on the scene's first traveller, with input that is right. */
  const operations: [string, (who: Traveller, scene: ReviewScene, fileId: string) => Promise<Json>][] = [
    ["judge a paper", (who, _scene, fileId) => attempt(who, staffJudgePaper, { fileId, isAccepted: true })],
    ["ask for a correction", (who, { applicants }) => askFor(who, applicants[0], [{ field: "GENDER" }])],
    ["approve", (who, { applicants }) => approve(who, approvalOf(applicants[0]))],
    [
      "reject",
      (who, { applicants }) =>
        attempt(who, staffRejectApplicant, {
          visaApplicantId: applicants[0].visaApplicantId,
          reason: "NOT_ELIGIBLE",
        }),
    ],
    [
      "enter the lines of the passport",
      (who, { applicants }) =>
        attempt(who, staffEnterMrz, {
          visaApplicantId: applicants[0].visaApplicantId,
          ...{ line1: specimen[0], line2: specimen[1] },
        }),
    ],
  ];

  test.each(operations)("decides who may %s, and whether it is in review", async (_name, operate) => {
    const scene = await startReview(server, staff);
    const waiting = await submit(server, staff);
    const own = await startReview(server, other);
    const fileIdOf = async (one: ReviewScene) => (await papersOf(one))[0]!.fileId;
    const [fileId, fileIdOfWaiting, fileIdOfOwn] = [
      await fileIdOf(scene),
      await fileIdOf(waiting),
      await fileIdOf(own),
    ];
    // The one whose application it is becomes staff, and would have it on their desk.
    await server.runCommand("staff", "add", own.traveller.phoneNumber);
    await workOn(staff, staffTakeCase, { visaRequestId: waiting.visaRequestId });
    const before = await readAll();
    expect(await operate(other, scene, fileId)).toEqual(["null: INVALID_STATE"]);
    expect(await operate(staff, waiting, fileIdOfWaiting)).toEqual(["null: INVALID_STATE"]);
    expect(await operate(own.traveller, own, fileIdOfOwn)).toEqual(["null: INVALID_STATE"]);
    expect(await operate(scene.traveller, scene, fileId)).toEqual(["FORBIDDEN"]);
    const absent = { ...scene, applicants: [{ ...scene.applicants[0], visaApplicantId: absentId() }] };
    expect(await operate(staff, absent, absentId())).toEqual(["NOT_FOUND"]);
    expect(await readAll()).toEqual(before);
    // And to whom it is, in review, it is done.
    expect(await operate(staff, scene, fileId)).toMatchObject({ isMine: true });
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
