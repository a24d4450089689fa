import { beforeAll, expect, test } from "@jest/globals";
import { readMessages, waitUntilSent } from "../kit/data/messages";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import type { Traveller } from "../kit/personas/traveller";
import { RunningServer } from "../kit/server/runningServer";
import { TestServer } from "../kit/server/testServer";
import { makeCorrectionFiles, paperIds } from "../kit/stories/corrections";
import {
  askFor,
  attempt,
  must,
  readAsOwner,
  readReviewed,
  type ReviewScene,
  sendCorrection,
  signInTwoStaff,
  staffChangeCorrection,
  staffRejectApplicant,
  staffWithdrawCorrection,
  startReview,
} from "../kit/stories/review";
import { staffRetryMessage } from "../notification/notification.generated";
import { yearsAgo } from "../kit/server/clock";
import { replacedPapers } from "./review.generated";

/** Staff can change or withdraw a requested correction until it is answered. */

let server: RunningServer;
let staff: Traveller;
let other: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  [staff, other] = await signInTwoStaff(server);
});

async function asked(on = server, reviewer = staff) {
  const scene = await startReview(on, reviewer);
  await must(
    "Asking",
    askFor(reviewer, scene.applicants[0], [
      { field: "FIRST_NAME", reason: "MISMATCH" },
      { field: "PASSPORT_EXPIRE_DATE", reason: "EXPIRED" },
    ]),
  );
  const [name, expiry] = await corrections(scene);
  return { scene, name, expiry };
}

const corrections = async (scene: ReviewScene) => (await readAsOwner(scene)).visaApplicants[0].corrections;
const change = (who: Traveller, input: Record<string, unknown>) => attempt(who, staffChangeCorrection, input);
const withdraw = (who: Traveller, correctionId: string) =>
  attempt(who, staffWithdrawCorrection, { correctionId });

test("a changed correction is visible to the traveller immediately, without another message", async () => {
  const { scene, name } = await asked();
  await waitUntilSent(scene.traveller);
  const before = await readMessages(scene.traveller);
  const { correctionId } = name;
  const note = "Please write it as on the first page.";
  await change(staff, { correctionId, reason: "OTHER", note });
  expect((await corrections(scene))[0]).toMatchObject({ correctionId, reason: "OTHER", note });
  expect(await readMessages(scene.traveller)).toEqual(before);
});

test("withdrawing a correction closes it, and withdrawing the last one resumes the review", async () => {
  const { scene, name, expiry } = await asked();
  await waitUntilSent(scene.traveller);
  await withdraw(staff, name.correctionId);
  expect(await readAsOwner(scene)).toMatchObject({ visaRequestStatus: "ACTION_REQUIRED" });
  expect((await corrections(scene)).map(({ correctionId }) => correctionId)).toEqual([expiry.correctionId]);

  const answer = { visaApplicantId: scene.applicants[0].visaApplicantId };
  const both = [name, expiry].map(({ correctionId }) => ({ correctionId, value: "2041-01-01" }));
  expect(await attempt(scene.traveller, sendCorrection, { ...answer, fields: both })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^fields\.0/)]),
  );

  const done = await withdraw(staff, expiry.correctionId);
  expect(done.waitingSince).toBeNull();
  expect(await readAsOwner(scene)).toMatchObject({
    visaRequestStatus: "PROCESSING",
    visaApplicants: [{ visaApplicantStatus: "PENDING", corrections: [] }],
  });
  const { audit_event } = await readTables(server, ["audit_event"]);
  const actions = audit_event
    .filter(({ visaRequestId }) => visaRequestId === scene.visaRequestId)
    .map(({ action }) => action);
  expect(actions.filter((action) => action === "CORRECTION_WITHDRAWN")).toHaveLength(2);
});

test("an unsent message is removed once no correction is open", async () => {
  const slow = await TestServer.start({ JOBS_EVERY_SECONDS: "3600" });
  try {
    const [reviewer] = await signInTwoStaff(slow);
    const toTell = async ({ traveller }: ReviewScene) =>
      (await readMessages(traveller)).filter(({ event }) => event === "ACTION_REQUIRED");
    const tried = (scene: ReviewScene, state: "DUE" | "DEAD", attempts: number) =>
      editDatabase(
        slow,
        `UPDATE notification SET state = ?, attempts = ? WHERE "visaRequestId" = ? AND event = 'ACTION_REQUIRED'`,
        [state, attempts, scene.visaRequestId],
      );
    const withdrawn = await asked(slow, reviewer);
    expect(await toTell(withdrawn.scene)).toMatchObject([{ state: "DUE", attempts: 0 }]);
    await tried(withdrawn.scene, "DUE", 1);
    await withdraw(reviewer, withdrawn.name.correctionId);
    expect(await toTell(withdrawn.scene)).toHaveLength(1);
    await withdraw(reviewer, withdrawn.expiry.correctionId);
    expect(await toTell(withdrawn.scene)).toEqual([]);

    const { scene, name, expiry } = await asked(slow, reviewer);
    await tried(scene, "DEAD", 7);
    const { notificationId } = (await toTell(scene))[0]!;
    const fields = [
      { correctionId: name.correctionId, value: "Usha" },
      { correctionId: expiry.correctionId, value: yearsAgo(-8) },
    ];
    const [{ visaApplicantId }] = scene.applicants;
    await must("Answering", attempt(scene.traveller, sendCorrection, { visaApplicantId, fields }));
    expect(await toTell(scene)).toEqual([]);
    expect(await attempt(reviewer, staffRetryMessage, { notificationId })).toEqual(["NOT_FOUND"]);

    const rejected = await asked(slow, reviewer);
    const [applicant] = rejected.scene.applicants;
    const decision = { visaApplicantId: applicant.visaApplicantId, reason: "NOT_ELIGIBLE" };
    await must("Rejecting", attempt(reviewer, staffRejectApplicant, decision));
    expect(await toTell(rejected.scene)).toEqual([]);
  } finally {
    await slow.dispose();
  }
});

test("invalid changes and withdrawals of a correction are refused and change nothing", async () => {
  const { scene, name } = await asked();
  const { correctionId } = name;
  await withdraw(staff, correctionId);
  const before = await readReviewed(server);
  expect(await withdraw(staff, correctionId)).toEqual(["null: INVALID_STATE"]);
  expect(await change(staff, { correctionId, reason: "MISMATCH" })).toEqual(["null: INVALID_STATE"]);
  const [{ correctionId: open }] = (await corrections(scene)) as [{ correctionId: string }];
  expect(await change(staff, { correctionId: open, reason: "OTHER" })).toEqual(["note: REQUIRED"]);
  expect(await change(staff, { correctionId: open, reason: "BLURRED" })).toEqual(["reason: INVALID"]);
  expect(await withdraw(other, open)).toEqual(["null: INVALID_STATE"]);
  expect(await withdraw(scene.traveller, open)).toEqual(["FORBIDDEN"]);
  expect(await withdraw(staff, "6c0f0f3e-0000-4000-8000-000000000000")).toEqual(["NOT_FOUND"]);
  expect(await readReviewed(server)).toEqual(before);
});

test("a replaced file is listed once, with the correction that was answered and without withdrawn ones", async () => {
  const scene = await startReview(server, staff);
  const [applicant] = scene.applicants;
  const { visaApplicantId } = applicant;
  const { PASSPORT_FRONT: front, PASSPORT_BACK: back } = await paperIds(scene);
  const ask = async (...fileIds: (string | undefined)[]) => {
    const items = fileIds.map((fileId) => ({ fileId, reason: "BLURRED" }));
    await must("Asking", askFor(staff, applicant, items));
    return corrections(scene);
  };
  const listReplaced = async () => {
    const { data } = await staff.call(replacedPapers, { visaRequestId: scene.visaRequestId });
    return data.staffVisaRequest.applicants[0].replacedPapers;
  };
  for (const { correctionId } of await ask(front, back)) await withdraw(staff, correctionId);
  const [{ correctionId }] = (await ask(front)) as [{ correctionId: string }];
  expect(await listReplaced()).toEqual([]);

  const answer = { visaApplicantId, papers: [{ correctionId }] };
  const { sharper } = await makeCorrectionFiles();
  await must(
    "Answering",
    attempt(scene.traveller, sendCorrection, answer, { "input.papers.0.file": sharper }),
  );
  expect(await listReplaced()).toEqual([
    { correctionId, paper: "PASSPORT_FRONT", answeredAt: expect.any(String) },
  ]);
});
