import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import {
  makeApproval,
  readFiles,
  specimenMrz,
  startReview,
  submit,
  visaPdf,
  type ReviewScene,
} from "../kit/stories/review";
import { listFields, operationFor, readSchema, typesBehind } from "../kit/wire/schemaWalk";
import { signInStaff } from "../kit/personas/staff";
import { RunningServer } from "../kit/server/runningServer";
import type { Traveller } from "../kit/personas/traveller";
import type { TestFile } from "../kit/wire/callApi";
import * as documents from "../kit/documents";

/**
 * Generated from the schema: a staff operation that can return a traveller's details adds one row to the
 * traveller's access log, whatever fields are selected. The test fails for a new operation until it is added to
 * `calls`.
 */

const schema = readSchema();
const revealing = (["query", "mutation"] as const).flatMap((kind) =>
  listFields(kind === "query" ? schema.getQueryType() : schema.getMutationType())
    .filter((field) => field.name.startsWith("staff") && typesBehind(field).has("VisaApplicant"))
    .map((field) => ({ kind, field, name: field.name })),
);

interface Called {
  scene: ReviewScene;
  variables: Record<string, unknown>;
  files?: Record<string, TestFile>;
}

let server: RunningServer;
let staff: Traveller;
let review: ReviewScene;
let waiting: ReviewScene;
beforeAll(async () => {
  server = RunningServer.shared();
  staff = await signInStaff(server);
  // One applicant for each decision, and one who stays PENDING, so that the review continues.
  review = await startReview(server, staff, [{}, {}, {}, {}]);
  waiting = await submit(server, staff);
});

const ofRequest = (scene: ReviewScene, input: object = {}): Called => ({
  scene,
  variables: { input: { visaRequestId: scene.visaRequestId, ...input } },
});
const ofTraveller = (place: number, input: object = {}): Called => ({
  scene: review,
  variables: { input: { visaApplicantId: review.applicants[place]!.visaApplicantId, ...input } },
});

/** Calls that succeed, in the order in which a case allows them. */
const calls: Record<string, () => Called | Promise<Called>> = {
  staffVisaRequest: () => ({ scene: waiting, variables: { visaRequestId: waiting.visaRequestId } }),
  staffTakeCase: () => ofRequest(waiting),
  staffReleaseCase: () => ofRequest(waiting),
  staffStartReview: () => ofRequest(waiting),
  staffAddNote: () => ofRequest(waiting, { text: "Called" }),
  staffJudgePaper: async () => ({
    scene: review,
    variables: { input: { fileId: (await readFiles(review))[0].fileId, isAccepted: true } },
  }),
  staffEnterMrz: () => ofTraveller(0, specimenMrz),
  staffRejectApplicant: () => ofTraveller(1, { reason: "NOT_ELIGIBLE" }),
  staffApproveApplicant: () => ({
    scene: review,
    variables: { input: makeApproval(review.applicants[2]) },
    files: { "input.visaFile": visaPdf() },
  }),
  staffTakeBackApproval: () => ofTraveller(2),
  staffRequestCorrection: () => ofTraveller(3, { items: [{ field: "GENDER", reason: "MISMATCH" }] }),
  staffChangeCorrection: async () => ({
    scene: review,
    variables: { input: { correctionId: await openCorrection(), reason: "OTHER", note: "As printed" } },
  }),
  staffWithdrawCorrection: async () => ({
    scene: review,
    variables: { input: { correctionId: await openCorrection() } },
  }),
  staffCloseMoneyTask: async () => {
    const { visaRequestId } = waiting;
    const { payment } = await readTables(server, ["payment"]);
    const paid = payment.find((one) => one.visaRequestId === visaRequestId)!;
    const moneyTaskId = randomUUID();
    await editDatabase(
      server,
      `INSERT INTO money_task ("moneyTaskId", "visaRequestId", "razorpayPaymentId", kind, "openedAt", "changedAt")
        VALUES (?, ?, ?, 'RETURNED_AT_GATEWAY', '2026-11-23T00:00:00.000Z', '2026-11-23T00:00:00.000Z')`,
      [moneyTaskId, visaRequestId, paid.razorpayPaymentId],
    );
    return { scene: waiting, variables: { input: { moneyTaskId, decision: "KEEP" } } };
  },
  staffRefund: async () => {
    const { visaRequestId } = waiting;
    const { data } = await staff.call(documents.staffRefundOffers, { visaRequestId });
    const { reason, amount } = data.staffRefundOffers.find((offer) => offer.amount > 0)!;
    return ofRequest(waiting, { reason, expectedAmount: amount, note: "As agreed" });
  },
};

async function openCorrection(): Promise<string> {
  const { applicant_correction } = await readTables(server, ["applicant_correction"]);
  const { visaApplicantId } = review.applicants[3]!;
  return applicant_correction.find((one) => one.visaApplicantId === visaApplicantId && one.closedAt === null)!
    .correctionId;
}

async function countLooks({ visaRequestId, traveller }: ReviewScene): Promise<number> {
  const { audit_event } = await readTables(server, ["audit_event"]);
  return audit_event.filter(
    (event) =>
      event.visaRequestId === visaRequestId &&
      event.action === "PAPERS_SEEN" &&
      event.actorId === staff.userId &&
      event.ownerUserId === traveller.userId,
  ).length;
}

test("`calls` has every operation that can return a traveller's details", () => {
  expect(Object.keys(calls).sort()).toEqual(revealing.map(({ name }) => name).sort());
});

test.each(Object.keys(calls))("%s adds one view to the traveller's access log", async (name) => {
  const { kind, field } = revealing.find((one) => one.name === name)!;
  const { scene, variables, files } = await calls[name]!();
  const before = await countLooks(scene);
  const { data, errors } = await staff.call<Record<string, { userErrors?: unknown[] } | null>>(
    operationFor(kind, field, ["passportNumber", "code", "message"]),
    variables,
    files,
  );
  expect([errors, data[name]?.userErrors ?? []]).toEqual([undefined, []]);
  expect(JSON.stringify(data)).toContain(scene.applicants[0].passportNumber);
  expect(await countLooks(scene)).toBe(before + 1);
});
