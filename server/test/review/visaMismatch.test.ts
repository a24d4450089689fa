import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { makePng } from "../kit/files/makeImage";
import { readTables } from "../kit/data/readTables";
import { png } from "../kit/personas/applicantFiles";
import { signInStaff } from "../kit/personas/staff";
import { newPhoneNumber, type Traveller } from "../kit/personas/traveller";
import { TestServer } from "../kit/server/testServer";
import {
  makeApproval,
  approve,
  askFor,
  attempt,
  readFiles,
  readAsOwner,
  readReviewed,
  signInTwoStaff,
  staffRejectApplicant,
  startReview,
  visaNaming,
} from "../kit/stories/review";
import { errorCodes, getUserErrors } from "../kit/wire/outcomes";
import { staffAgreeToApproval, staffApprovals, staffEndApproval } from "../staff/fourEyes.generated";

/** A visa whose text lacks the applicant's passport number or name requires another staff member's approval. */

let server: TestServer;
let ravi: Traveller;
let meera: Traveller;
beforeAll(async () => {
  server = await TestServer.start({ FOUR_EYES_ABOVE_INR: "1000" });
  [ravi, meera] = await signInTwoStaff(server);
});
afterAll(() => server.dispose());

const reason = "Renewed passport";
const agree = async (who: Traveller, approvalId: string) =>
  errorCodes(getUserErrors(await who.call(staffAgreeToApproval, { input: { approvalId } })));
const end = async (who: Traveller, approvalId: string) =>
  errorCodes(getUserErrors(await who.call(staffEndApproval, { input: { approvalId } })));

/** Requests an applicant's approval with a visa for another passport. */
async function asked(requester = ravi) {
  const scene = await startReview(server, requester);
  const files = await server.listFiles();
  const [applicant] = scene.applicants;
  const visa = visaNaming({ ...applicant, passportNumber: "Z0000000" });
  const done = await approve(requester, makeApproval(applicant, { reason }), visa);
  return { scene, applicant, files, done, visa, approvalId: done.applicants[0].approval.approvalId };
}

test("an applicant whose visa does not match is approved only after another staff member agrees", async () => {
  const { scene, applicant, done, visa, approvalId } = await asked();
  const { visaRequestId } = scene;
  const { visaReferenceNo } = scene.traveller.request;
  expect(done).toMatchObject({
    visaRequest: { visaRequestStatus: "PROCESSING" },
    applicants: [
      {
        visaApplicant: { visaApplicantStatus: "PENDING", approvedVisaSrc: null },
        approval: {
          kind: "VISA_MISMATCH",
          text: `Visa for ${visaReferenceNo}: the passport number is not on the visa`,
          visaRequestId,
          isMine: true,
        },
      },
    ],
  });
  expect(done.notes[0].text).toMatch(/^Request to approve Asha Rao despite this: /);
  expect(done.notes[0].text).toContain("the passport number is not on the visa.\nReason: Renewed passport");
  const kinds = (await readFiles({ ...scene, staff: meera })).map(({ kind }) => kind);
  expect(kinds).toEqual(["PHOTO", "PASSPORT_FRONT", "PASSPORT_BACK", "VISA"]);
  expect((await readAsOwner(scene)).visaApplicants[0]).toMatchObject({
    visaApplicantStatus: "PENDING",
    approvedVisaSrc: null,
  });

  // While the request is open, nothing else can be decided, and Ravi cannot agree to it.
  const before = await readReviewed(server);
  const { visaApplicantId } = applicant;
  expect(await approve(ravi, makeApproval(applicant, { reason }))).toEqual(["null: INVALID_STATE"]);
  expect(await attempt(ravi, staffRejectApplicant, { visaApplicantId, reason: "NOT_ELIGIBLE" })).toEqual([
    "null: INVALID_STATE",
  ]);
  expect(await askFor(ravi, applicant, [{ field: "GENDER" }])).toEqual(["null: INVALID_STATE"]);
  expect(await agree(ravi, approvalId)).toEqual(["null: INVALID_STATE"]);
  expect(await readReviewed(server)).toEqual(before);

  expect(await agree(meera, approvalId)).toEqual([]);
  const { visaRequestStatus, visaApplicants } = await readAsOwner(scene);
  expect(visaRequestStatus).toBe("APPROVED");
  const response = await fetch(server.url + visaApplicants[0].approvedVisaSrc);
  expect(Buffer.from(await response.arrayBuffer()).equals(visa.bytes)).toBe(true);
  const actions = (await readTables(server, ["audit_event"])).audit_event
    .filter(({ subjectId }) => subjectId === visaApplicantId || subjectId === approvalId)
    .map(
      ({ action, actorId }) =>
        `${action} ${actorId === ravi.userId ? "Ravi" : actorId === meera.userId ? "Meera" : "owner"}`,
    );
  expect(actions.slice(-3)).toEqual(["APPROVAL_ASKED Ravi", "APPROVAL_AGREED Meera", "VISA_GRANTED Ravi"]);
});

test.each([
  ["declined", () => meera],
  ["taken back", () => ravi],
])("the visa is removed and the review continues if the request is %s", async (_how, who) => {
  const { scene, applicant, files, approvalId } = await asked();
  expect(await end(who(), approvalId)).toEqual([]);
  expect(await server.listFiles()).toEqual(files);
  expect((await readFiles(scene)).map(({ kind }) => kind)).not.toContain("VISA");
  expect(await agree(meera, approvalId)).toEqual(["null: INVALID_STATE"]);
  const done = await approve(ravi, makeApproval(applicant, { reason }), visaNaming(applicant));
  expect(done.visaRequest.visaRequestStatus).toBe("APPROVED");
});

test("the visa is removed if the requester is no longer staff", async () => {
  const member = await signInStaff(server, newPhoneNumber());
  const { scene } = await asked(member);
  await server.runCommand("staff", "remove", member.phoneNumber);
  // The sweep removes the file, because its row is gone.
  expect((await readFiles({ ...scene, staff: meera })).map(({ kind }) => kind)).not.toContain("VISA");
});

test("a scan, which has no text to compare, does not require another staff member's approval", async () => {
  const { applicants } = await startReview(server, ravi);
  const scan = png(await makePng({ width: 600, height: 800 }), "visa.png");
  const done = await approve(ravi, makeApproval(applicants[0], { reason }), scan);
  expect(done.visaRequest.visaRequestStatus).toBe("APPROVED");
  expect((await ravi.call(staffApprovals)).data.staffApprovals).toEqual([]);
});
