import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { authorizeAtSandbox, changingNothing } from "../kit/stories/paying";
import { lookAt } from "../kit/stories/staffConsole";
import { changeVisa, readVisa, signInCatalogueAdmins } from "../kit/stories/catalogueAdmin";
import { callGraphql } from "../kit/wire/callApi";
import { seenVisa } from "../kit/documents/catalogueAdmin.generated";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { signInStaff } from "../kit/personas/staff";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, signIn, type Traveller, type VisaRequest } from "../kit/personas/traveller";
import { waitFor } from "../kit/waitFor";
import { approvalsOf, staffAgreeToApproval, staffApprovals, staffEndApproval } from "./fourEyes.generated";

/** Price changes and larger refunds: one staff member requests, another agrees. */

const oman = "oman";
const visaUrl = "oman-10-days-tourist-visa-single-entry";
let server: TestServer;
let ravi: Traveller;
let meera: Traveller;
beforeAll(async () => {
  server = await TestServer.start({ FOUR_EYES_ABOVE_INR: "1000", GST_PERCENT: "18" });
  [ravi, meera] = await signInCatalogueAdmins(server);
});
afterAll(() => server.dispose());

const open = async (member: Traveller) => (await member.call(staffApprovals)).data.staffApprovals;
const agree = async (member: Traveller, approvalId: string) =>
  getUserErrors(await member.call(staffAgreeToApproval, { input: { approvalId } }));
const end = async (member: Traveller, approvalId: string) =>
  getUserErrors(await member.call(staffEndApproval, { input: { approvalId } }));
const moneyOf = async (traveller: Traveller) => {
  const { visaRequestId } = traveller.request;
  return (await traveller.call(documents.visaRequestMoney, { visaRequestId })).data.visaRequest;
};
async function countRefunds({ visaRequestId }: Pick<VisaRequest, "visaRequestId">): Promise<number> {
  const { payment, refund } = await readTables(server, ["payment", "refund"]);
  const paid = payment.filter((row) => row.visaRequestId === visaRequestId);
  return refund.filter((row) => paid.some((one) => one.razorpayPaymentId === row.razorpayPaymentId)).length;
}
const priceNow = async () =>
  (await callGraphql(server, seenVisa, { variables: { visaUrl } })).data.visa.adultPrice;

/** Returns a paid application that is assigned to Ravi. */
async function paidCase(): Promise<{ traveller: Traveller; request: VisaRequest }> {
  const traveller = await signedInTraveller(server).withRequest().withApplicant().paid();
  const request = await traveller.readRequest();
  await ravi.do(documents.staffTakeCase, { visaRequestId: request.visaRequestId });
  return { traveller, request };
}
const askForRefund = (
  { visaRequestId }: Pick<VisaRequest, "visaRequestId">,
  expectedAmount: number,
  reason = "OUR_MISTAKE",
) => ravi.call(documents.staffRefund, { input: { visaRequestId, reason, expectedAmount, note: "Agreed" } });

test("a refund above the limit is made only after another staff member agrees", async () => {
  const { traveller, request } = await paidCase();
  const { totalPrice, visaReferenceNo, visaRequestId } = request;
  expect(getUserErrors(await askForRefund(request, totalPrice))).toEqual([]);
  expect(await moneyOf(traveller)).toMatchObject({ paymentStatus: "PAID", refund: null });

  const [approval] = await open(meera);
  expect(approval).toEqual({
    approvalId: expect.any(String),
    kind: "REFUND",
    text: `Refund of INR ${totalPrice}/- for ${visaReferenceNo}: our mistake`,
    askedBy: { staffId: ravi.userId },
    askedAt: expect.any(String),
    isMine: false,
    visaRequestId,
    countryUrl: null,
  });
  const { approvalId } = approval;
  await changingNothing(server, async () => {
    // A second request, the requester's own agreement and a traveller's are refused.
    expect(errorCodes(getUserErrors(await askForRefund(request, totalPrice)))).toEqual([
      "null: INVALID_STATE",
    ]);
    expect(await agree(ravi, approvalId)).toMatchObject([
      { code: "INVALID_STATE", message: "You cannot approve your own request" },
    ]);
    const input = { approvalId };
    expect(topLevelErrorCodes(await traveller.call(staffAgreeToApproval, { input }))).toEqual(["FORBIDDEN"]);
    expect(topLevelErrorCodes(await traveller.call(staffApprovals))).toEqual(["FORBIDDEN"]);
  });

  // Two concurrent agreements result in one refund.
  const answers = await Promise.all([agree(meera, approvalId), agree(meera, approvalId)]);
  expect(answers.filter((errors) => errors.length === 0)).toHaveLength(1);
  expect(await moneyOf(traveller)).toMatchObject({
    paymentStatus: "REFUNDED",
    refund: { amount: totalPrice, state: "DONE" },
  });
  expect(await countRefunds(request)).toBe(1);
  expect(await open(meera)).toEqual([]);
});

test("a smaller refund is made immediately", async () => {
  const { traveller, request } = await paidCase();
  const ours = request.serviceFee + request.gst;
  expect(ours).toBeLessThanOrEqual(1000);
  expect(getUserErrors(await askForRefund(request, ours, "GOODWILL"))).toEqual([]);
  expect(await moneyOf(traveller)).toMatchObject({ refund: { amount: ours, state: "DONE" } });
});

test("an approval request can be withdrawn or declined, and then made again", async () => {
  const { traveller, request } = await paidCase();
  for (const member of [ravi, meera]) {
    expect(getUserErrors(await askForRefund(request, request.totalPrice))).toEqual([]);
    const [approval] = await open(member);
    expect(approval.isMine).toBe(member === ravi);
    expect(await end(member, approval.approvalId)).toEqual([]);
    expect(await end(member, approval.approvalId)).toMatchObject([{ code: "INVALID_STATE" }]);
    expect(await agree(meera, approval.approvalId)).toMatchObject([{ code: "INVALID_STATE" }]);
  }
  const { approval: rows } = await readTables(server, ["approval"]);
  expect(rows.slice(-2).map(({ outcome }) => outcome)).toEqual(["WITHDRAWN", "DECLINED"]);
  const { trail, notes } = await lookAt(meera, request.visaRequestId);
  const asked = `Request for a refund of INR ${request.totalPrice}/-, OUR_MISTAKE: Agreed`;
  expect(notes.map(({ text }) => text)).toEqual([asked, asked]);
  const steps = trail.filter(({ action }) => action.startsWith("APPROVAL"));
  expect(steps.map(({ action, staff }) => [action, staff.staffId])).toEqual([
    ["APPROVAL_ENDED", meera.userId],
    ["APPROVAL_ASKED", ravi.userId],
    ["APPROVAL_ENDED", ravi.userId],
    ["APPROVAL_ASKED", ravi.userId],
  ]);
  expect(await moneyOf(traveller)).toMatchObject({ paymentStatus: "PAID", refund: null });
});

test("a refund request is closed if the traveller withdraws", async () => {
  const { traveller, request } = await paidCase();
  const { totalPrice: expectedAmount, visaRequestId } = request;
  expect(getUserErrors(await askForRefund(request, expectedAmount))).toEqual([]);
  const [{ approvalId }] = await open(meera);
  await traveller.do(documents.withdrawVisaRequest, { visaRequestId, expectedAmount });
  expect(await open(meera)).toEqual([]);
  const message = "The application was refunded in the meantime, so this request was closed";
  for (const decide of [agree, end])
    expect(await decide(meera, approvalId)).toMatchObject([{ code: "INVALID_STATE", message }]);
  const { approval: rows } = await readTables(server, ["approval"]);
  expect(rows.at(-1)).toMatchObject({ approvalId, outcome: "VOID", closedByStaffId: null });
  const { trail } = await lookAt(meera, visaRequestId);
  expect(trail.map(({ action }) => action)).toContain("APPROVAL_ENDED");
  expect(await countRefunds(request)).toBe(1);
});

test("a refund request is closed if everything is refunded in the gateway's dashboard", async () => {
  const { request } = await paidCase();
  expect(getUserErrors(await askForRefund(request, request.totalPrice))).toEqual([]);
  const [{ approvalId }] = await open(meera);
  const url = `${server.url}/razorpay-sandbox/v1/payments/${request.paymentGatewayNo}/refund`;
  const headers = { ...(await authorizeAtSandbox(server)), "content-type": "application/json" };
  expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(200);
  await waitFor("the request is closed", async () => (await open(meera)).length === 0);
  const { approval: rows } = await readTables(server, ["approval"]);
  expect(rows.at(-1)).toMatchObject({ approvalId, outcome: "VOID", closedByStaffId: null });
});

test("a refund request is closed if staff refund a smaller amount without approval", async () => {
  const { request } = await paidCase();
  expect(getUserErrors(await askForRefund(request, request.totalPrice))).toEqual([]);
  const ours = request.serviceFee + request.gst;
  expect(getUserErrors(await askForRefund(request, ours, "GOODWILL"))).toEqual([]);
  expect(await open(meera)).toEqual([]);
  expect(await countRefunds(request)).toBe(1);
});

test("a request to refund a withdrawal becomes void when another staff member agrees after the review has begun", async () => {
  const { request } = await paidCase();
  const { totalPrice, visaRequestId } = request;
  expect(getUserErrors(await askForRefund(request, totalPrice, "TRAVELLER_WITHDREW"))).toEqual([]);
  const [approval] = await open(meera);
  await ravi.do(documents.staffStartReview, { visaRequestId });
  const [refusal] = await agree(meera, approval.approvalId);
  expect(refusal).toMatchObject({ code: "CONFLICT", message: expect.stringMatching(/Request it again$/) });
  const { approval: rows } = await readTables(server, ["approval"]);
  expect(await countRefunds(request)).toBe(0);
  expect(rows.at(-1)).toMatchObject({ outcome: "VOID" });
  expect(await open(meera)).toEqual([]);
});

test("staff cannot agree to a refund of their own application", async () => {
  const member = await signInStaff(server, (await signIn(server)).phoneNumber);
  const { request } = await paidCase();
  await editDatabase(server, [
    `UPDATE visa_request SET mobile = '${member.phoneNumber}' WHERE "visaRequestId" = '${request.visaRequestId}'`,
  ]);
  expect(getUserErrors(await askForRefund(request, request.totalPrice))).toEqual([]);
  const [approval] = await open(member);
  expect(await agree(member, approval.approvalId)).toMatchObject([
    {
      code: "INVALID_STATE",
      message: "You cannot work on your own application. Another staff member has to review it",
    },
  ]);
  expect(await end(meera, approval.approvalId)).toEqual([]);
});

test("a price changes once another staff member agrees; other fields change immediately", async () => {
  const before = await priceNow();
  const visa = await readVisa(ravi, oman, visaUrl);
  expect((await changeVisa(ravi, visa, { adultPrice: before + 100 })).userErrors).toEqual([]);
  expect(await priceNow()).toBe(before);
  const [approval] = await open(meera);
  expect(approval).toMatchObject({
    kind: "VISA_CHANGE",
    text: expect.stringContaining(`Price for an adult ${before} → ${before + 100}`),
    countryUrl: oman,
    visaRequestId: null,
  });
  expect(errorCodes((await changeVisa(meera, visa, { adultPrice: 1 })).userErrors)).toEqual([
    "null: INVALID_STATE",
  ]);
  expect(await agree(ravi, approval.approvalId)).toMatchObject([{ code: "INVALID_STATE" }]);
  expect(await agree(meera, approval.approvalId)).toEqual([]);
  expect(await priceNow()).toBe(before + 100);
  const changed = await readVisa(ravi, oman, visaUrl);
  expect(changed.version).toBe(visa.version + 1);

  // A request for an outdated version is not applied.
  await changeVisa(ravi, changed, { childPrice: 1000 });
  expect((await changeVisa(meera, changed, { stayPeriod: "11 Days" })).userErrors).toEqual([]);
  expect((await readVisa(ravi, oman, visaUrl)).stayPeriod).toBe("11 Days");
  const [overtaken] = await open(meera);
  expect(await agree(meera, overtaken.approvalId)).toMatchObject([{ code: "CONFLICT" }]);
  expect((await readVisa(ravi, oman, visaUrl)).childPrice).toBe(changed.childPrice);
  expect(await open(meera)).toEqual([]);
});

test("approval requests are shown with the application or the visa that they concern", async () => {
  const { request } = await paidCase();
  const visa = await readVisa(ravi, oman, visaUrl);
  await askForRefund(request, request.totalPrice);
  await changeVisa(ravi, visa, { adultPrice: visa.adultPrice + 1 });
  const { visaRequestId } = request;
  const { data } = await meera.call(approvalsOf, { visaRequestId, countryUrl: oman });
  expect(data.staffVisaRequest.approval).toMatchObject({ kind: "REFUND", visaRequestId });
  const { approval } = data.staffCountry.visas.find((one) => one.visaUrl === visaUrl)!;
  expect(approval).toMatchObject({ kind: "VISA_CHANGE", askedBy: { staffId: ravi.userId } });
});
