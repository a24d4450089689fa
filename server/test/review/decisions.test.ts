import { beforeAll, describe, expect, test } from "@jest/globals";
import { makePhoneJpeg, makePng } from "../kit/files/makeImage";
import { makeScriptedPdf } from "../kit/files/makePdf";
import { jpeg, pdf, png } from "../kit/personas/applicantFiles";
import { readTables } from "../kit/data/readTables";
import {
  makeApproval,
  approve,
  askFor,
  attempt,
  readAsOwner,
  readReviewed,
  signInTwoStaff,
  staffRejectApplicant,
  startReview,
  visaPdf,
  type ReviewScene,
} from "../kit/stories/review";
import { RunningServer } from "../kit/server/runningServer";
import type { Traveller } from "../kit/personas/traveller";

let server: RunningServer;
let staff: Traveller, other: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  [staff, other] = await signInTwoStaff(server);
});

describe("approving", () => {
  test.each([
    ["PDF", async () => visaPdf()],
    ["JPG", async () => jpeg(await makePhoneJpeg({ width: 600, height: 800 }), "visa.jpg")],
    ["PNG", async () => png(await makePng({ width: 600, height: 800 }), "visa.png")],
  ])(
    "with a %s serves the identical file to the owner, inline and named after the applicant",
    async (kind, makeVisa) => {
      const scene = await startReview(server, staff);
      const visa = await makeVisa();
      const done = await approve(staff, makeApproval(scene.applicants[0]), visa);
      expect(done).toMatchObject({
        visaRequest: { visaRequestStatus: "APPROVED" },
        applicants: [{ visaApplicant: { visaApplicantStatus: "APPROVED" } }],
      });
      const { visaRequestStatus, visaApplicants } = await readAsOwner(scene);
      expect(visaRequestStatus).toBe("APPROVED");
      const [{ approvedVisaSrc, decidedAt }] = visaApplicants;
      expect(decidedAt).not.toBeNull();
      const response = await fetch(server.url + approvedVisaSrc);
      expect(Buffer.from(await response.arrayBuffer()).equals(visa.bytes)).toBe(true);
      const { firstName, lastName } = visaApplicants[0];
      const name = encodeURIComponent(`${firstName} ${lastName} - Vietnam visa.${kind.toLowerCase()}`);
      expect(response.headers.get("content-disposition")).toBe(`inline; filename*=UTF-8''${name}`);
      expect(response.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none';/);
    },
  );

  test.each([
    ["another passport number", { passportNumber: "M7654321" }, ["passportNumber: INVALID"]],
    ["another name", { name: "Usha Iyer" }, ["name: INVALID"]],
    ["only a part of the name", { name: "Asha" }, ["name: INVALID"]],
    ["no details", { passportNumber: " ", name: "" }, ["passportNumber: REQUIRED", "name: REQUIRED"]],
    [
      "another number and another name",
      { passportNumber: "M7654321", name: "Usha Iyer" },
      ["passportNumber: INVALID", "name: INVALID"],
    ],
  ])("with %s on the visa reports the wrong fields, and changes nothing", async (_what, changes, faults) => {
    const { applicants } = await startReview(server, staff);
    const before = await readReviewed(server);
    expect(await approve(staff, makeApproval(applicants[0], changes))).toEqual(faults);
    expect(await readReviewed(server)).toEqual(before);
  });

  test("ignores letter case, spaces, hyphens and the order of the names", async () => {
    const [applicant] = (
      await startReview(server, staff, [{ firstName: "Anna Maria", lastName: "D'Souza-Rao" }])
    ).applicants;
    const passportNumber = `${applicant.passportNumber.slice(0, 1).toLowerCase()}-${applicant.passportNumber.slice(1, 4)} ${applicant.passportNumber.slice(4)}`;
    const done = await approve(
      staff,
      makeApproval(applicant, { passportNumber, name: "D’SOUZA RAO, ANNA-MARIA" }),
    );
    expect(done.visaRequest.visaRequestStatus).toBe("APPROVED");
  });
});

describe("a visa's file", () => {
  test("is refused and not stored if it is unsafe", async () => {
    const { applicants } = await startReview(server, staff);
    const before = await readReviewed(server);
    expect(await approve(staff, makeApproval(applicants[0]), pdf(makeScriptedPdf(), "visa.pdf"))).toEqual([
      "visaFile: FILE_UNSAFE",
    ]);
    // All errors are reported together.
    const wrong = makeApproval(applicants[0], { name: "Usha Iyer" });
    expect(await approve(staff, wrong, pdf(Buffer.from("no PDF"), "visa.pdf"))).toEqual([
      ...["name: INVALID", "visaFile: FILE_TYPE"],
    ]);
    expect(await readReviewed(server)).toEqual(before);
  });

  test("is stored without data that was appended to the picture", async () => {
    const scene = await startReview(server, staff);
    const picture = await makePng({ width: 600, height: 800 });
    const hidden = Buffer.concat([picture, Buffer.from("<script>alert(1)</script>")]);
    await approve(staff, makeApproval(scene.applicants[0]), png(hidden, "visa.png"));
    const [{ approvedVisaSrc }] = (await readAsOwner(scene)).visaApplicants;
    const received = Buffer.from(await (await fetch(server.url + approvedVisaSrc)).arrayBuffer());
    expect(received.includes("<script>")).toBe(false);
    expect(received.subarray(1, 4).toString()).toBe("PNG");
  });

  test("is refused while a requested correction is open", async () => {
    const { applicants } = await startReview(server, staff);
    await askFor(staff, applicants[0], [{ field: "GENDER" }]);
    const before = await readReviewed(server);
    expect(await approve(staff, makeApproval(applicants[0]))).toEqual(["null: INVALID_STATE"]);
    expect(await readReviewed(server)).toEqual(before);
  });
});

describe("concurrent decisions", () => {
  const grantsOf = async (visaApplicantId: string) =>
    (await readTables(server, ["audit_event"])).audit_event.filter(
      ({ action, subjectId }) =>
        subjectId === visaApplicantId && ["VISA_GRANTED", "VISA_REFUSED"].includes(action as string),
    );
  const toldOf = async ({ visaRequestId }: ReviewScene, told: string) =>
    (await readTables(server, ["notification"])).notification.filter(
      (row) => row.visaRequestId === visaRequestId && row.event === told,
    );

  test("by one approver result in one decision and one file", async () => {
    const scene = await startReview(server, staff);
    const [applicant] = scene.applicants;
    const before = await server.listFiles();
    const answers = await Promise.all([1, 2, 3].map(() => approve(staff, makeApproval(applicant))));
    const refused = (answers as unknown[]).filter((one): one is string[] => Array.isArray(one));
    expect(refused).toHaveLength(2);
    for (const faults of refused) expect(["null: INVALID_STATE", "null: CONFLICT"]).toContain(faults[0]);
    expect(await server.listFiles()).toHaveLength(before.length + 1);
    expect(await grantsOf(applicant.visaApplicantId)).toHaveLength(1);
    expect(await toldOf(scene, "APPROVED")).toHaveLength(1);
    const { timeline } = await readAsOwner(scene);
    expect(timeline.map(({ status }) => status)).toEqual([
      ...["PENDING", "SUBMITTED", "PROCESSING", "APPROVED"],
    ]);
  });

  test("by two approvers result in the assignee's decision and one message", async () => {
    const scene = await startReview(server, staff);
    const { visaRequestId } = scene;
    const [applicant] = scene.applicants;
    const before = await server.listFiles();
    const [first, second] = await Promise.all([
      approve(staff, makeApproval(applicant)),
      approve(other, makeApproval(applicant)),
    ]);
    expect(first).toMatchObject({ visaRequest: { visaRequestId, visaRequestStatus: "APPROVED" } });
    expect(second).toEqual(["null: INVALID_STATE"]);
    expect(await server.listFiles()).toHaveLength(before.length + 1);
    expect(await grantsOf(applicant.visaApplicantId)).toHaveLength(1);
    expect(await toldOf(scene, "APPROVED")).toHaveLength(1);
  });

  test("to approve and to reject result in one decision", async () => {
    const scene = await startReview(server, staff);
    const [applicant] = scene.applicants;
    const { visaApplicantId } = applicant;
    const answers = await Promise.all([
      approve(staff, makeApproval(applicant)),
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
  test("shows the reason to the owner, and closes requested corrections", async () => {
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
    const rows = (await readTables(server, ["visa_applicant"])).visa_applicant;
    expect(JSON.stringify(rows)).not.toContain("embassy");
  });

  test("requires a note of at most 500 characters for the reason OTHER", async () => {
    const { applicants } = await startReview(server, staff);
    const { visaApplicantId } = applicants[0];
    const before = await readReviewed(server);
    for (const [note, fault] of [
      [undefined, "note: REQUIRED"],
      ["  ", "note: REQUIRED"],
      ["x".repeat(501), "note: TOO_LONG"],
      ["a\u0007b", "note: INVALID"],
    ])
      expect(await attempt(staff, staffRejectApplicant, { visaApplicantId, reason: "OTHER", note })).toEqual([
        fault,
      ]);
    expect(await readReviewed(server)).toEqual(before);
  });
});
