import { beforeAll, describe, expect, test } from "@jest/globals";
import { maxActivityEntries } from "../../modules/review/case/case.rules";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles } from "../kit/personas/applicantFiles";
import {
  lookAt,
  paidRequest,
  signInAsha,
  staffAddNote,
  staffStartReview,
  staffTakeCase,
  workOn,
} from "../kit/stories/staffConsole";
import { RunningServer } from "../kit/server/runningServer";
import { makeDetails, signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { staffVisaRequest } from "../kit/documents/staffConsole.generated";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { staffLooks, staffOlderChanges } from "./review.generated";

let server: RunningServer;
let asha: Traveller;
let ravi: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  [asha, ravi] = await signInAsha(server);
}, 180_000);

describe("the case", () => {
  test("contains the applicants, their files and the payments in rupees", async () => {
    const [traveller, visaRequestId] = await paidRequest(server);
    const { applicants, payments, visaRequest } = await lookAt(asha, visaRequestId);
    expect(visaRequest.mobile).toBe(traveller.phoneNumber);
    expect(applicants).toHaveLength(1);
    const { papers } = applicants[0];
    expect(papers.map(({ kind }) => kind)).toEqual(["PHOTO", "PASSPORT_FRONT", "PASSPORT_BACK"]);
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

  test("lists other paid applications with the same passport, but not drafts", async () => {
    const { passportNumber } = makeDetails() as { passportNumber: string };
    const [first, firstId] = await paidRequest(server, { passportNumber });
    const [second] = await paidRequest(server, { passportNumber });
    const draft = await signedInTraveller(server).withRequest();
    await addApplicant(draft, await makeSmallFiles(), { passportNumber });
    const { applicants } = await lookAt(asha, firstId);
    expect(applicants[0].samePassportIn).toEqual([second.request.visaReferenceNo]);
    expect((await lookAt(asha, draft.request.visaRequestId)).applicants[0].samePassportIn.sort()).toEqual(
      [first.request.visaReferenceNo, second.request.visaReferenceNo].sort(),
    );
  });

  test("records each view by staff in the traveller's access log, without the viewer's name", async () => {
    const [traveller, visaRequestId] = await paidRequest(server);
    const looks = async () => {
      const { data } = await traveller.call(staffLooks, { visaRequestId });
      return data.visaRequest.accessLog.filter(({ action }) => action === "PAPERS_SEEN");
    };
    await workOn(asha, staffTakeCase, { visaRequestId });
    await lookAt(asha, visaRequestId);
    const { visaRequest } = await lookAt(ravi, visaRequestId);
    expect(await looks()).toEqual(Array(3).fill({ actor: "STAFF", action: "PAPERS_SEEN" }));
    // Staff see the activity instead of the owner's access log.
    expect(visaRequest.accessLog).toEqual([]);
  });

  test("records the automatic refreshes of a page only once an hour for each staff member", async () => {
    const [traveller, visaRequestId] = await paidRequest(server);
    const refresh = (member: Traveller) => member.call(staffVisaRequest, { visaRequestId, isRefresh: true });
    const countLooks = async () => {
      const { data } = await traveller.call(staffLooks, { visaRequestId });
      return data.visaRequest.accessLog.filter(({ action }) => action === "PAPERS_SEEN").length;
    };
    await lookAt(asha, visaRequestId);
    for (const _time of [1, 2]) await refresh(asha);
    expect(await countLooks()).toBe(1);
    // A first view is recorded even if the call claims to be a refresh.
    for (const _time of [1, 2]) await refresh(ravi);
    expect(await countLooks()).toBe(2);
    await lookAt(asha, visaRequestId);
    expect(await countLooks()).toBe(3);
  });

  test("lists each action with its actor, newest first", async () => {
    const [, visaRequestId] = await paidRequest(server);
    await workOn(asha, staffStartReview, { visaRequestId });
    const { applicants } = await lookAt(ravi, visaRequestId);
    await fetch(server.url + applicants[0].papers[1].src);
    const { trail } = await lookAt(asha, visaRequestId);
    expect(trail.map(({ actor, staff, action }) => [actor, staff?.staffId ?? null, action])).toEqual([
      ["STAFF", asha.userId, "PAPERS_SEEN"],
      ["STAFF", ravi.userId, "FILE_SEEN"],
      ["STAFF", ravi.userId, "PAPERS_SEEN"],
      ["STAFF", asha.userId, "PAPERS_SEEN"],
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

  test("lists every change, however often the case was viewed", async () => {
    const [traveller, visaRequestId] = await paidRequest(server);
    for (let views = 0; views < maxActivityEntries; views++) await lookAt(asha, visaRequestId);
    const { trail } = await lookAt(ravi, visaRequestId);
    expect(trail.map(({ action }) => action)).toEqual([
      ...Array<string>(maxActivityEntries).fill("PAPERS_SEEN"),
      "PAYMENT_SETTLED",
      "ORDER_MADE",
      "APPLICANT_CREATED",
      "REQUEST_CREATED",
    ]);
    // The traveller's list is shorter, but views do not displace changes in it either.
    const { data } = await traveller.call(staffLooks, { visaRequestId });
    const { accessLog } = data.visaRequest;
    expect(accessLog).toHaveLength(50);
    expect(accessLog.at(-1)).toEqual({ actor: "YOU", action: "APPLICANT_CREATED" });
  });

  test("lists changes that are too old for the activity, page by page", async () => {
    const [traveller, visaRequestId] = await paidRequest(server);
    for (let notes = 0; notes < maxActivityEntries; notes++)
      await workOn(asha, staffAddNote, { visaRequestId, text: "Called" });
    const { trail } = await lookAt(asha, visaRequestId);
    const changes = trail.filter(({ action }) => action !== "PAPERS_SEEN");
    expect(changes.map(({ action }) => action)).toEqual(Array(maxActivityEntries).fill("NOTE_ADDED"));
    const page = async (after: string, first?: number) =>
      (await asha.call(staffOlderChanges, { visaRequestId, after, first })).data.staffOlderChanges;
    const newest = await page(changes.at(-1)!.cursor, 3);
    expect(newest.nodes.map(({ action }) => action)).toEqual([
      "PAYMENT_SETTLED",
      "ORDER_MADE",
      "APPLICANT_CREATED",
    ]);
    expect(newest.pageInfo).toEqual({ hasNextPage: true, endCursor: newest.nodes.at(-1)!.cursor });
    const oldest = await page(newest.pageInfo.endCursor);
    expect(oldest.nodes.map(({ actor, action }) => [actor, action])).toEqual([
      ["TRAVELLER", "REQUEST_CREATED"],
    ]);
    expect(oldest.pageInfo.hasNextPage).toBe(false);

    const refused = await traveller.call(staffOlderChanges, { visaRequestId, after: trail[0].cursor });
    expect(topLevelErrorCodes(refused)).toEqual(["FORBIDDEN"]);
  });

  test("lists every view of a file by staff, even two within an hour", async () => {
    const [, visaRequestId] = await paidRequest(server);
    const { applicants } = await lookAt(ravi, visaRequestId);
    const [{ src }] = applicants[0].papers;
    for (const _look of [1, 2]) expect((await fetch(server.url + src)).status).toBe(200);
    const { trail } = await lookAt(ravi, visaRequestId);
    const looks = trail.filter(({ action }) => action === "FILE_SEEN");
    expect(looks.map(({ staff, paper }) => [staff.staffId, paper])).toEqual(
      Array(2).fill([ravi.userId, "PHOTO"]),
    );
  });
});
