import { beforeAll, describe, expect, test } from "@jest/globals";
import { absentId } from "../kit/stories/applicants";
import {
  lookAt,
  paidRequest,
  signInAsha,
  staffActionsOn,
  staffAddNote,
  staffReleaseCase,
  staffStartReview,
  staffTakeCase,
  workOn,
} from "../kit/stories/staffConsole";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { eraseNow } from "../kit/data/erasing";
import { readTables, type Tables } from "../kit/data/readTables";
import { numberProof } from "../kit/personas/codeFor";
import { signInStaff } from "../kit/personas/staff";
import { RunningServer } from "../kit/server/runningServer";
import { signedInTraveller, signIn, type Traveller, newPhoneNumber } from "../kit/personas/traveller";

let server: RunningServer;
let asha: Traveller;
let ravi: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  [asha, ravi] = await signInAsha(server);
}, 180_000);

async function rowOf(visaRequestId: string): Promise<Tables["visa_request"][number]> {
  const { visa_request } = await readTables(server, ["visa_request"]);
  return visa_request.find((row) => row.visaRequestId === visaRequestId)!;
}

describe("taking a case", () => {
  test("succeeds for one of two staff members who try concurrently, and is recorded once", async () => {
    const [, visaRequestId] = await paidRequest(server);
    const answers = await Promise.all(
      [asha, ravi].map((member) => workOn(member, staffTakeCase, { visaRequestId })),
    );
    const won = answers.filter((answer) => !Array.isArray(answer));
    expect(won).toMatchObject([{ isMine: true, visaRequest: { visaRequestStatus: "SUBMITTED" } }]);
    expect(answers.filter(Array.isArray)).toEqual([["INVALID_STATE"]]);
    expect((await rowOf(visaRequestId)).assignedStaffId).toBe(won[0]!.assignedTo.staffId);
    expect(await staffActionsOn(server, visaRequestId)).toEqual(["CASE_TAKEN"]);
  });

  test("a second time changes nothing", async () => {
    const [, visaRequestId] = await paidRequest(server);
    await workOn(asha, staffTakeCase, { visaRequestId });
    const before = await rowOf(visaRequestId);
    expect(await workOn(asha, staffTakeCase, { visaRequestId })).toMatchObject({ isMine: true });
    expect(await rowOf(visaRequestId)).toEqual(before);
    expect(await staffActionsOn(server, visaRequestId)).toEqual(["CASE_TAKEN"]);
  });

  test("is possible for another staff member after the assignee releases it", async () => {
    const [, visaRequestId] = await paidRequest(server);
    expect(await workOn(asha, staffReleaseCase, { visaRequestId })).toEqual(["INVALID_STATE"]);
    await workOn(asha, staffTakeCase, { visaRequestId });
    expect(await lookAt(ravi, visaRequestId)).toMatchObject({
      isMine: false,
      assignedTo: { staffId: asha.userId, name: "Asha", phoneNumber: asha.phoneNumber },
    });
    expect(await workOn(ravi, staffReleaseCase, { visaRequestId })).toEqual(["INVALID_STATE"]);
    const released = await workOn(asha, staffReleaseCase, { visaRequestId });
    expect(released).toMatchObject({ isMine: false, assignedTo: null });
    expect(await rowOf(visaRequestId)).toMatchObject({ assignedStaffId: null, assignedAt: null });
    expect(await workOn(ravi, staffTakeCase, { visaRequestId })).toMatchObject({ isMine: true });
  });

  test("is refused for an unpaid, cancelled or unknown application", async () => {
    const draft = await signedInTraveller(server).withRequest();
    const { visaRequestId } = draft.request;
    for (const mutation of [staffTakeCase, staffStartReview])
      expect(await workOn(asha, mutation, { visaRequestId })).toEqual(["INVALID_STATE"]);
    await draft.do(documents.cancelVisaRequest, { visaRequestId });
    expect(await workOn(asha, staffTakeCase, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await staffActionsOn(server, visaRequestId)).toEqual([]);
    for (const mutation of [staffTakeCase, staffReleaseCase, staffStartReview])
      expect(await workOn(asha, mutation, { visaRequestId: absentId() })).toEqual(["NOT_FOUND"]);
    expect(await lookAt(asha, absentId())).toBeNull();
  });

  test("is refused for a staff member's own application, as is every other action on it", async () => {
    const member = await signInStaff(server);
    const [, visaRequestId] = await paidRequest(server, { who: member });
    const before = await rowOf(visaRequestId);
    for (const mutation of [staffTakeCase, staffStartReview, staffReleaseCase])
      expect(await workOn(member, mutation, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await workOn(member, staffAddNote, { visaRequestId, text: "Mine" })).toEqual(["INVALID_STATE"]);
    expect(await rowOf(visaRequestId)).toEqual(before);
    expect(await workOn(asha, staffTakeCase, { visaRequestId })).toMatchObject({ isMine: true });
  });
});

test("a staff member's own application is recognised by its mobile number even if another account created it", async () => {
  const member = await signInStaff(server);
  const [, visaRequestId] = await paidRequest(server);
  const began = `UPDATE visa_request SET mobile = ? WHERE "visaRequestId" = ?`;
  await editDatabase(server, began, [member.phoneNumber, visaRequestId]);
  for (const mutation of [staffTakeCase, staffStartReview])
    expect(await workOn(member, mutation, { visaRequestId })).toEqual(["INVALID_STATE"]);
  expect(await workOn(member, staffAddNote, { visaRequestId, text: "Mine" })).toEqual(["INVALID_STATE"]);
  expect(await workOn(asha, staffTakeCase, { visaRequestId })).toMatchObject({ isMine: true });
});

describe("a case of a former staff member", () => {
  test("is unassigned when the member is removed", async () => {
    const member = await signInStaff(server, newPhoneNumber());
    const [, visaRequestId] = await paidRequest(server);
    await workOn(member, staffStartReview, { visaRequestId });
    await server.runCommand("staff", "remove", member.phoneNumber);
    expect(await rowOf(visaRequestId)).toMatchObject({ assignedStaffId: null, assignedAt: null });
    const taken = await workOn(ravi, staffTakeCase, { visaRequestId });
    expect(taken).toMatchObject({ isMine: true, visaRequest: { visaRequestStatus: "PROCESSING" } });
    // The log still has the name and number of the staff member who began the review.
    const begun = taken.trail.find(({ action }) => action === "REVIEW_STARTED")!;
    expect(begun.staff).toMatchObject({ staffId: member.userId, phoneNumber: member.phoneNumber });
  });

  test("is unassigned when the member changes to a number without the staff role", async () => {
    const member = await signInStaff(server, newPhoneNumber());
    const [, visaRequestId] = await paidRequest(server);
    await workOn(member, staffStartReview, { visaRequestId });
    const staffNumber = await numberProof(member, newPhoneNumber());
    await server.runCommand("staff", "add", staffNumber.phoneNumber);
    await member.do(documents.updateProfile, staffNumber);
    expect(await rowOf(visaRequestId)).toMatchObject({ assignedStaffId: member.userId });
    const ownNumber = await numberProof({ server, ...staffNumber }, newPhoneNumber());
    await member.do(documents.updateProfile, ownNumber);
    expect(await rowOf(visaRequestId)).toMatchObject({ assignedStaffId: null, assignedAt: null });
  });

  test("is unassigned when the member's account is erased", async () => {
    const member = await signInStaff(server, newPhoneNumber());
    const [, visaRequestId] = await paidRequest(server);
    await workOn(member, staffStartReview, { visaRequestId });
    await eraseNow(member);
    expect(await rowOf(visaRequestId)).toMatchObject({ assignedStaffId: null, assignedAt: null });
  });

  test("can be taken even if it is still assigned", async () => {
    const [, visaRequestId] = await paidRequest(server);
    const former = await signIn(server);
    await editDatabase(server, `UPDATE visa_request SET "assignedStaffId" = ? WHERE "visaRequestId" = ?`, [
      former.userId,
      visaRequestId,
    ]);
    expect(await lookAt(asha, visaRequestId)).toMatchObject({ isMine: false, assignedTo: null });
    expect(await workOn(asha, staffTakeCase, { visaRequestId })).toMatchObject({ isMine: true });
  });
});

describe("starting the review", () => {
  test("succeeds for one of two staff members who try concurrently, and only once", async () => {
    const [traveller, visaRequestId] = await paidRequest(server);
    const answers = await Promise.all(
      [asha, ravi].map((member) => workOn(member, staffStartReview, { visaRequestId })),
    );
    expect(answers.filter(Array.isArray)).toEqual([["INVALID_STATE"]]);
    const [won] = answers.filter((answer) => !Array.isArray(answer));
    expect(won).toMatchObject({ isMine: true, visaRequest: { visaRequestStatus: "PROCESSING" } });
    const { timeline } = await traveller.readRequest();
    expect(timeline.map(({ status }) => status)).toEqual(["PENDING", "SUBMITTED", "PROCESSING"]);
    expect(await workOn(asha, staffStartReview, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await staffActionsOn(server, visaRequestId)).toEqual(["REVIEW_STARTED"]);
  });

  test("does not change the assignee, and is refused to other staff", async () => {
    const [, visaRequestId] = await paidRequest(server);
    await workOn(asha, staffTakeCase, { visaRequestId });
    const { assignedAt } = await rowOf(visaRequestId);
    expect(await workOn(ravi, staffStartReview, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await workOn(asha, staffStartReview, { visaRequestId })).toMatchObject({ isMine: true });
    expect(await rowOf(visaRequestId)).toMatchObject({ assignedStaffId: asha.userId, assignedAt });
  });

  test("is refused if the payment is due for a refund", async () => {
    const [, visaRequestId] = await paidRequest(server);
    await editDatabase(
      server,
      `UPDATE visa_request SET "paymentStatus" = 'REFUND_DUE' WHERE "visaRequestId" = ?`,
      [visaRequestId],
    );
    expect(await workOn(asha, staffStartReview, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await rowOf(visaRequestId)).toMatchObject({ visaRequestStatus: "SUBMITTED" });
  });
});
