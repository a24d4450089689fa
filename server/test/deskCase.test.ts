import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { absentId, addApplicant, makeSmallFiles, type PassportFiles } from "./kit/applicants";
import type { Json } from "./kit/callApi";
import { lookAt, staffAddNote, staffReleaseCase, staffStartReview, staffTakeCase, workOn } from "./kit/desk";
import * as documents from "./kit/documents";
import { editDatabase } from "./kit/editDatabase";
import { readTables } from "./kit/readTables";
import { signInStaff } from "./kit/staff";
import { TestServer } from "./kit/testServer";
import { makeDetails, signedInTraveller, signIn, storyOf, type Traveller } from "./kit/traveller";

let server: TestServer;
let files: PassportFiles;
let asha: Traveller;
let ravi: Traveller;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(), makeSmallFiles()]);
  [asha, ravi] = [await signInStaff(server), await signInStaff(server)];
  await asha.do(documents.updateProfile, { name: "Asha" });
}, 180_000);
afterAll(() => server.dispose());

/** Somebody with a paid application, and its id. */
async function paidRequest(who?: Traveller, passportNumber?: string): Promise<[Traveller, string]> {
  const traveller = await (who ? storyOf(who) : signedInTraveller(server)).withRequest();
  await addApplicant(traveller, files, passportNumber ? { passportNumber } : {});
  await storyOf(traveller).paid();
  return [traveller, traveller.request.visaRequestId];
}
async function rowOf(visaRequestId: string): Promise<Json> {
  const { visa_request } = await readTables(server, ["visa_request"]);
  return visa_request!.find((row) => row.visaRequestId === visaRequestId);
}
async function actionsOf(visaRequestId: string): Promise<string[]> {
  const { audit_event } = await readTables(server, ["audit_event"]);
  return audit_event!
    .filter((event) => event.visaRequestId === visaRequestId && event.actorKind === "STAFF")
    .map(({ action }) => action);
}

describe("taking a case", () => {
  test("of two at once one has it, and it is written down once", async () => {
    const [, visaRequestId] = await paidRequest();
    const answers = await Promise.all(
      [asha, ravi].map((member) => workOn(member, staffTakeCase, { visaRequestId })),
    );
    const won = answers.filter((answer) => !Array.isArray(answer));
    expect(won).toMatchObject([{ isMine: true, visaRequest: { visaRequestStatus: "SUBMITTED" } }]);
    expect(answers.filter(Array.isArray)).toEqual([["INVALID_STATE"]]);
    expect((await rowOf(visaRequestId)).assignedStaffId).toBe(won[0].assignedTo.staffId);
    expect(await actionsOf(visaRequestId)).toEqual(["CASE_TAKEN"]);
  });

  test("a second time changes nothing", async () => {
    const [, visaRequestId] = await paidRequest();
    await workOn(asha, staffTakeCase, { visaRequestId });
    const before = await rowOf(visaRequestId);
    expect(await workOn(asha, staffTakeCase, { visaRequestId })).toMatchObject({ isMine: true });
    expect(await rowOf(visaRequestId)).toEqual(before);
    expect(await actionsOf(visaRequestId)).toEqual(["CASE_TAKEN"]);
  });

  test("and giving it back lets the other have it; nobody gives back what another has", async () => {
    const [, visaRequestId] = await paidRequest();
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

  test("is not for what nobody paid for, nor for what is not there", async () => {
    const draft = await signedInTraveller(server).withRequest();
    const { visaRequestId } = draft.request;
    for (const mutation of [staffTakeCase, staffStartReview])
      expect(await workOn(asha, mutation, { visaRequestId })).toEqual(["INVALID_STATE"]);
    await draft.do(documents.cancelVisaRequest, { visaRequestId });
    expect(await workOn(asha, staffTakeCase, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await actionsOf(visaRequestId)).toEqual([]);
    for (const mutation of [staffTakeCase, staffReleaseCase, staffStartReview])
      expect(await workOn(asha, mutation, { visaRequestId: absentId() })).toEqual(["NOT_FOUND"]);
    expect(await lookAt(asha, absentId())).toBeNull();
  });

  test("of one's own application is refused, and so is all else", async () => {
    const member = await signInStaff(server);
    const [, visaRequestId] = await paidRequest(member);
    const before = await rowOf(visaRequestId);
    for (const mutation of [staffTakeCase, staffStartReview, staffReleaseCase])
      expect(await workOn(member, mutation, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await workOn(member, staffAddNote, { visaRequestId, text: "Mine" })).toEqual(["INVALID_STATE"]);
    expect(await rowOf(visaRequestId)).toEqual(before);
    expect(await workOn(asha, staffTakeCase, { visaRequestId })).toMatchObject({ isMine: true });
  });
});

describe("a case of somebody who is no longer staff", () => {
  test("is nobody's from the moment they are removed", async () => {
    const member = await signInStaff(server);
    const [, visaRequestId] = await paidRequest();
    await workOn(member, staffStartReview, { visaRequestId });
    await server.runCommand("staff", "remove", member.phoneNumber);
    expect(await rowOf(visaRequestId)).toMatchObject({ assignedStaffId: null, assignedAt: null });
    const taken = await workOn(ravi, staffTakeCase, { visaRequestId });
    expect(taken).toMatchObject({ isMine: true, visaRequest: { visaRequestStatus: "PROCESSING" } });
    // Who began is still told, by name and number.
    const begun = taken.trail.find(({ action }: Json) => action === "REVIEW_STARTED");
    expect(begun.staff).toMatchObject({ staffId: member.userId, phoneNumber: member.phoneNumber });
  });

  test("can be taken where the assignment is left over", async () => {
    const [, visaRequestId] = await paidRequest();
    const customer = await signIn(server);
    await server.stop();
    await editDatabase(server, `UPDATE visa_request SET "assignedStaffId" = ? WHERE "visaRequestId" = ?`, [
      customer.userId,
      visaRequestId,
    ]);
    await server.start();
    expect(await lookAt(asha, visaRequestId)).toMatchObject({ isMine: false, assignedTo: null });
    expect(await workOn(asha, staffTakeCase, { visaRequestId })).toMatchObject({ isMine: true });
  });
});

describe("beginning the review", () => {
  test("of two at once one moves it, once", async () => {
    const [traveller, visaRequestId] = await paidRequest();
    const answers = await Promise.all(
      [asha, ravi].map((member) => workOn(member, staffStartReview, { visaRequestId })),
    );
    expect(answers.filter(Array.isArray)).toEqual([["INVALID_STATE"]]);
    const [won] = answers.filter((answer) => !Array.isArray(answer));
    expect(won).toMatchObject({ isMine: true, visaRequest: { visaRequestStatus: "PROCESSING" } });
    const { timeline } = await traveller.readRequest();
    expect(timeline.map(({ status }: Json) => status)).toEqual(["PENDING", "SUBMITTED", "PROCESSING"]);
    expect(await workOn(asha, staffStartReview, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await actionsOf(visaRequestId)).toEqual(["REVIEW_STARTED"]);
  });

  test("leaves it with who has it, and is refused to anybody else", async () => {
    const [, visaRequestId] = await paidRequest();
    await workOn(asha, staffTakeCase, { visaRequestId });
    const { assignedAt } = await rowOf(visaRequestId);
    expect(await workOn(ravi, staffStartReview, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await workOn(asha, staffStartReview, { visaRequestId })).toMatchObject({ isMine: true });
    expect(await rowOf(visaRequestId)).toMatchObject({ assignedStaffId: asha.userId, assignedAt });
  });

  test("waits for the money", async () => {
    const [, visaRequestId] = await paidRequest();
    await server.stop();
    await editDatabase(
      server,
      `UPDATE visa_request SET "paymentStatus" = 'REFUND_DUE' WHERE "visaRequestId" = ?`,
      [visaRequestId],
    );
    await server.start();
    expect(await workOn(asha, staffStartReview, { visaRequestId })).toEqual(["INVALID_STATE"]);
    expect(await rowOf(visaRequestId)).toMatchObject({ visaRequestStatus: "SUBMITTED" });
  });
});

describe("the case", () => {
  test("has the travellers with their papers, which open, and what was paid in rupees", async () => {
    const [traveller, visaRequestId] = await paidRequest();
    const { applicants, payments, visaRequest } = await lookAt(asha, visaRequestId);
    expect(visaRequest.mobile).toBe(traveller.phoneNumber);
    expect(applicants).toHaveLength(1);
    const { papers } = applicants[0];
    expect(papers.map(({ kind }: Json) => kind)).toEqual(["PHOTO", "PASSPORT_FRONT", "PASSPORT_BACK"]);
    for (const { src, scanState, contentType } of papers) {
      expect(scanState).toBe("UNSCANNED");
      const response = await fetch(server.url + src);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, contentType]);
    }
    const paid = traveller.request;
    expect(payments).toMatchObject([
      { razorpayPaymentId: paid.paymentGatewayNo, amount: paid.totalPrice, paymentStatus: "PAID" },
    ]);
  });

  test("names other applications with the same passport, on the desk or decided, and no drafts", async () => {
    const { passportNumber } = makeDetails() as { passportNumber: string };
    const [first, firstId] = await paidRequest(undefined, passportNumber);
    const [second] = await paidRequest(undefined, passportNumber);
    const draft = await signedInTraveller(server).withRequest();
    await addApplicant(draft, files, { passportNumber });
    const { applicants } = await lookAt(asha, firstId);
    expect(applicants[0].samePassportIn).toEqual([second.request.visaReferenceNo]);
    expect((await lookAt(asha, draft.request.visaRequestId)).applicants[0].samePassportIn.sort()).toEqual(
      [first.request.visaReferenceNo, second.request.visaReferenceNo].sort(),
    );
  });

  test("each look at it is told to the traveller, without a name; what is done to it is no look", async () => {
    const [traveller, visaRequestId] = await paidRequest();
    const accessLog = `query ($visaRequestId: ID!) {
      visaRequest(visaRequestId: $visaRequestId) { accessLog { actor action } } }`;
    const looks = async () => {
      const { data } = await traveller.call(accessLog, { visaRequestId });
      return data.visaRequest.accessLog.filter(({ action }: Json) => action === "PAPERS_SEEN");
    };
    await workOn(asha, staffTakeCase, { visaRequestId });
    expect(await looks()).toEqual([]);
    await lookAt(asha, visaRequestId);
    const { visaRequest } = await lookAt(ravi, visaRequestId);
    expect(await looks()).toEqual(Array(2).fill({ actor: "STAFF", action: "PAPERS_SEEN" }));
    // What its owner is told is the owner's; staff have the trail.
    expect(visaRequest.accessLog).toEqual([]);
  });

  test("has a trail of who did what, newest first", async () => {
    const [, visaRequestId] = await paidRequest();
    await workOn(asha, staffStartReview, { visaRequestId });
    const { applicants } = await lookAt(ravi, visaRequestId);
    await fetch(server.url + applicants[0].papers[1].src);
    const { trail } = await lookAt(asha, visaRequestId);
    expect(trail.map(({ actor, staff, action }: Json) => [actor, staff?.staffId ?? null, action])).toEqual([
      ["STAFF", asha.userId, "PAPERS_SEEN"],
      ["STAFF", ravi.userId, "FILE_SEEN"],
      ["STAFF", ravi.userId, "PAPERS_SEEN"],
      ["STAFF", asha.userId, "REVIEW_STARTED"],
      ["SYSTEM", null, "PAYMENT_SETTLED"],
      ["TRAVELLER", null, "ORDER_MADE"],
      ["TRAVELLER", null, "APPLICANT_CREATED"],
      ["TRAVELLER", null, "REQUEST_CREATED"],
    ]);
    expect(trail[1]).toMatchObject({
      paper: "PASSPORT_FRONT",
      visaApplicantId: applicants[0].visaApplicant.visaApplicantId,
    });
  });
});

describe("notes among staff", () => {
  test("are read by staff in their order, and are sealed in the database", async () => {
    const [, visaRequestId] = await paidRequest();
    await workOn(asha, staffAddNote, { visaRequestId, text: "  Called the embassy. " });
    const { notes } = await workOn(ravi, staffAddNote, { visaRequestId, text: "They call back." });
    expect(notes.map(({ by, text }: Json) => [by.staffId, text])).toEqual([
      [asha.userId, "Called the embassy."],
      [ravi.userId, "They call back."],
    ]);
    const { staff_note } = await readTables(server, ["staff_note"]);
    expect(JSON.stringify(staff_note)).not.toMatch(/embassy|call back/);
    expect(await actionsOf(visaRequestId)).toEqual(["NOTE_ADDED", "NOTE_ADDED"]);
  });

  test.each([
    ["without a word", "", "text REQUIRED"],
    ["of spaces", " \n ", "text REQUIRED"],
    ["past 2,000 characters", "x".repeat(2001), "text TOO_LONG"],
  ])("are refused %s", async (_what, text, code) => {
    const [, visaRequestId] = await paidRequest();
    expect(await workOn(asha, staffAddNote, { visaRequestId, text })).toEqual([code]);
    expect((await lookAt(asha, visaRequestId)).notes).toEqual([]);
  });

  test("go with the papers when those are no longer kept, and none come after", async () => {
    const [, visaRequestId] = await paidRequest();
    await workOn(asha, staffAddNote, { visaRequestId, text: "Lives in Pune." });
    await server.stop();
    const long = "2020-01-01T00:00:00.000Z";
    await editDatabase(server, [
      `UPDATE visa_request SET "visaRequestStatus" = 'REJECTED', "changedAt" = '${long}'
       WHERE "visaRequestId" = '${visaRequestId}'`,
      `INSERT INTO visa_request_event VALUES ('e-${visaRequestId}', '${visaRequestId}', '${long}', 'REJECTED', NULL)`,
    ]);
    await server.start();
    await server.runCommand("expirePapers");
    expect(await lookAt(asha, visaRequestId)).toMatchObject({ applicants: [], notes: [] });
    const { staff_note } = await readTables(server, ["staff_note"]);
    expect(staff_note!.filter((note) => note.visaRequestId === visaRequestId)).toEqual([]);
    expect(await workOn(asha, staffAddNote, { visaRequestId, text: "Again" })).toEqual(["INVALID_STATE"]);
  });
});
