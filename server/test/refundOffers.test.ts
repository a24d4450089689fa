import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { refundReasons, type RefundReason } from "../modules/payment/refund.rules";
import { visaRequestStatuses } from "../modules/visaRequest/visaRequest.rules";
import type { Json } from "./kit/callApi";
import * as documents from "./kit/documents";
import { editDatabase } from "./kit/editDatabase";
import { MoneyScene } from "./kit/moneyScene";
import { changingNothing, confirm } from "./kit/paying";
import { signInStaff } from "./kit/staff";
import type { Traveller } from "./kit/traveller";
import { until } from "./kit/until";

/** What is shown is what is given: made from the table of rules, for every state that a paid application can have. */

const statuses = visaRequestStatuses.filter((status) => status !== "PENDING" && status !== "CANCELLED");
const cases = refundReasons.flatMap((reason) => statuses.map((status) => ({ reason, status })));

let scene: MoneyScene;
let staff: Traveller;
/** A paid application in each state for each reason, and one more in each state for what travellers see. */
const paid = new Map<string, Traveller>();
const keyOf = (status: string, reason: RefundReason | "SHOWN") => `${status} ${reason}`;

beforeAll(async () => {
  // GST, so that the fee goes back with it.
  scene = await MoneyScene.set({ GST_PERCENT: "18" });
  staff = await signInStaff(scene.server);
  for (const status of statuses)
    for (const reason of [...refundReasons, "SHOWN" as const]) {
      const traveller = await scene.withOrder();
      await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
      paid.set(keyOf(status, reason), traveller);
    }
  await scene.server.stop();
  for (const [key, { request }] of paid)
    await editDatabase(
      scene.server,
      `UPDATE visa_request SET "visaRequestStatus" = ?, "assignedStaffId" = ? WHERE "visaRequestId" = ?`,
      [key.split(" ")[0], staff.userId, request.visaRequestId],
    );
  await scene.server.start();
}, 120_000);
afterAll(() => scene.clear());

const moneyOf = async (traveller: Traveller): Promise<Json> => {
  const { visaRequestId } = traveller.request;
  return (await traveller.call(documents.visaRequestMoney, { visaRequestId })).data.visaRequest;
};
const offersFor = async ({ request: { visaRequestId } }: Traveller): Promise<Json[]> =>
  (await staff.call(documents.staffRefundOffers, { visaRequestId })).data.staffRefundOffers;
const give = (traveller: Traveller, input: Json) =>
  staff.call(documents.staffRefund, {
    input: { visaRequestId: traveller.request.visaRequestId, note: "As agreed", ...input },
  });
const atGateway = ({ order }: Traveller): Json[] => {
  const ids = [...scene.gateway.payments.values()]
    .filter(({ order_id }) => order_id === order.orderId)
    .map(({ id }) => id);
  return [...scene.gateway.refunds.values()].filter(({ payment_id }) => ids.includes(payment_id));
};

describe.each(cases)("$reason while $status", ({ reason, status }) => {
  test("what is shown is what is given, to the paisa", async () => {
    const traveller = paid.get(keyOf(status, reason))!;
    const { totalPrice, serviceFee, gst } = await traveller.readRequest();
    expect(gst).toBeGreaterThan(0);
    const offer = (await offersFor(traveller)).find((one) => one.reason === reason);
    expect(offer.text.length).toBeGreaterThan(20);
    const other = offer.amount + 1;
    await changingNothing(scene.server, async () => {
      const { data } = await give(traveller, { reason, expectedAmount: other });
      expect(data.staffRefund.userErrors).toMatchObject([
        offer.amount === 0
          ? { code: "INVALID_STATE", message: offer.text }
          : { code: "CONFLICT", field: "expectedAmount" },
      ]);
    });

    const { data } = await give(traveller, { reason, expectedAmount: offer.amount });
    if (offer.amount === 0) {
      expect(data.staffRefund.userErrors).toMatchObject([{ code: "INVALID_STATE", message: offer.text }]);
      expect(atGateway(traveller)).toEqual([]);
      return;
    }
    expect(data.staffRefund.userErrors).toEqual([]);
    expect(atGateway(traveller).map(({ amount }) => amount)).toEqual([offer.amount * 100]);
    const isAll = offer.amount === totalPrice;
    if (!isAll) expect(offer.amount).toBe(serviceFee + gst);
    expect(await moneyOf(traveller)).toMatchObject({
      visaRequestStatus: isAll && status === "SUBMITTED" ? "CANCELLED" : status,
      paymentStatus: isAll ? "REFUNDED" : "PAID",
      refund: { amount: offer.amount, state: "DONE", doneAt: expect.any(String) },
    });
    expect(data.staffRefund.staffCase.notes.at(-1).text).toBe(
      `Refund of INR ${offer.amount}, ${reason}: As agreed`,
    );

    // Once: nothing is offered any more, and nothing more is given.
    expect(await offersFor(traveller)).toEqual([]);
    for (const again of refundReasons) {
      const { data } = await give(traveller, { reason: again, expectedAmount: offer.amount });
      expect(data.staffRefund.userErrors).toMatchObject([{ code: "INVALID_STATE" }]);
    }
    expect(atGateway(traveller)).toHaveLength(1);
  });
});

describe.each(statuses)("a traveller while %s", (status) => {
  test("gets by withdrawing what the page says, or is told that it is too late", async () => {
    const traveller = paid.get(keyOf(status, "SHOWN"))!;
    const { visaRequestId } = traveller.request;
    const { refundOffer, refund } = await moneyOf(traveller);
    const { totalPrice } = await traveller.readRequest();
    expect(refund).toBeNull();
    const isOpen = status === "SUBMITTED";
    expect(refundOffer).toMatchObject({ amount: isOpen ? totalPrice : 0, canWithdraw: isOpen });
    const input = { visaRequestId, expectedAmount: refundOffer.amount };
    const { data } = await traveller.call(documents.withdrawVisaRequest, { input });
    const { visaRequest, userErrors } = data.withdrawVisaRequest;
    if (!isOpen) {
      expect(userErrors).toMatchObject([{ code: "INVALID_STATE", message: refundOffer.text }]);
      expect(atGateway(traveller)).toEqual([]);
      return;
    }
    expect(userErrors).toEqual([]);
    expect(atGateway(traveller).map(({ amount }) => amount)).toEqual([totalPrice * 100]);
    expect(visaRequest).toMatchObject({
      visaRequestStatus: "CANCELLED",
      paymentStatus: "REFUNDED",
      refundOffer: { amount: 0, canWithdraw: false },
      refund: { amount: totalPrice, state: "DONE" },
    });
  });
});

describe("nothing is given", () => {
  test("without a word why, with too long a one, for a case that is not one's own, or that is not there", async () => {
    const traveller = await scene.withOrder();
    await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
    const { visaRequestId, totalPrice } = await traveller.readRequest();
    const right = { reason: "OUR_MISTAKE", expectedAmount: totalPrice };
    await changingNothing(scene.server, async () => {
      const told = async (input: Json) => (await give(traveller, input)).data?.staffRefund.userErrors;
      expect(await told({ ...right, note: "  " })).toMatchObject([{ code: "REQUIRED", field: "note" }]);
      const long = "x".repeat(501);
      expect(await told({ ...right, note: long })).toMatchObject([{ code: "TOO_LONG", field: "note" }]);
      expect(await told(right)).toMatchObject([
        { code: "INVALID_STATE", message: "Take this application first" },
      ]);
      const { errors } = await give(traveller, {
        ...right,
        visaRequestId: "0a1b2c3d-0000-4000-8000-000000000000",
      });
      expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    });
    await staff.do(documents.staffTakeCase, { visaRequestId });
    const { data } = await give(traveller, right);
    expect(data.staffRefund.userErrors).toEqual([]);
    expect(atGateway(traveller).map(({ amount }) => amount)).toEqual([totalPrice * 100]);
  });
});

test("a part that goes back first leaves the rest to whoever withdraws then", async () => {
  const traveller = await scene.withOrder();
  await confirm(traveller, scene.gateway.pay(traveller.order.orderId));
  const { visaRequestId, netPrice, serviceFee, gst, totalPrice } = await traveller.readRequest();
  await staff.do(documents.staffTakeCase, { visaRequestId });
  scene.gateway.refundStatus = "pending";
  const given = await give(traveller, { reason: "GOODWILL", expectedAmount: serviceFee + gst });
  expect(given.data.staffRefund.userErrors).toEqual([]);
  expect(await moneyOf(traveller)).toMatchObject({
    paymentStatus: "PAID",
    refund: { amount: serviceFee + gst, state: "UNDER_WAY", doneAt: null },
    refundOffer: { amount: netPrice, canWithdraw: true },
  });
  scene.gateway.refundStatus = "processed";
  for (const refund of atGateway(traveller)) refund.status = "processed";
  const input = { visaRequestId, expectedAmount: netPrice };
  const { data } = await traveller.call(documents.withdrawVisaRequest, { input });
  expect(data.withdrawVisaRequest.userErrors).toEqual([]);
  await until("all is back", async () => (await moneyOf(traveller)).paymentStatus === "REFUNDED");
  expect(await moneyOf(traveller)).toMatchObject({
    visaRequestStatus: "CANCELLED",
    refund: { amount: totalPrice, state: "DONE" },
  });
  expect(atGateway(traveller).map(({ amount }) => amount)).toEqual([
    (serviceFee + gst) * 100,
    netPrice * 100,
  ]);
});
