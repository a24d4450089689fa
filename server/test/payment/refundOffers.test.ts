import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { refundReasons, type RefundReason } from "../../modules/payment/refund/refund.rules";
import { visaRequestStatuses } from "../../modules/visaRequest/visaRequest.rules";
import * as documents from "../kit/documents";
import { editDatabase } from "../kit/data/editDatabase";
import { MoneyScene } from "../kit/stories/moneyScene";
import { changingNothing, confirm } from "../kit/stories/paying";
import { signInStaff } from "../kit/personas/staff";
import type { Traveller, VisaRequest } from "../kit/personas/traveller";
import { waitFor } from "../kit/waitFor";

/** Checks that the offered refund is the one made, for every reason and every status of a paid application. */

const statuses = visaRequestStatuses.filter((status) => status !== "PENDING" && status !== "CANCELLED");
const cases = refundReasons.flatMap((reason) => statuses.map((status) => ({ reason, status })));

interface Paid {
  visaRequestId: string;
  paymentId: string;
}

let scene: MoneyScene;
let staff: Traveller;
let traveller: Traveller;
/** The parts of the price that was paid. */
let price: VisaRequest;
/** A paid application in each status for each reason, and one more in each status for the traveller's offer. */
const paid = new Map<string, Paid>();
const keyOf = (status: string, reason: RefundReason | "SHOWN") => `${status} ${reason}`;

beforeAll(async () => {
  // GST is set, because it is refunded with the fee.
  scene = await MoneyScene.set({ GST_PERCENT: "18" });
  const { gateway, server } = scene;
  staff = await signInStaff(server);
  traveller = await scene.withOrder();
  const proof = gateway.pay(traveller.order.orderId);
  const first = proof.razorpay_payment_id;
  await confirm(traveller, proof);
  price = await traveller.readRequest();
  const { visaRequestId } = price;
  await server.stop();
  // The other applications are copies of the paid one, each with a separate payment at the gateway.
  for (const [index, key] of allKeys().entries()) {
    const one = { visaRequestId: randomUUID(), paymentId: `pay_${String(index).padStart(14, "0")}` };
    gateway.payments.set(one.paymentId, { ...gateway.payments.get(first)!, id: one.paymentId });
    paid.set(key, one);
    await editDatabase(server, [
      `CREATE TABLE request_copy AS SELECT * FROM visa_request WHERE "visaRequestId" = '${visaRequestId}'`,
      `UPDATE request_copy SET "visaRequestId" = '${one.visaRequestId}', "visaReferenceNo" = 'VP-${index}',
         "paymentGatewayNo" = '${one.paymentId}', "visaRequestStatus" = '${key.split(" ")[0]}',
         "assignedStaffId" = '${staff.userId}'`,
      `INSERT INTO visa_request SELECT * FROM request_copy`,
      `DROP TABLE request_copy`,
      `CREATE TABLE payment_copy AS SELECT * FROM payment WHERE "razorpayPaymentId" = '${first}'`,
      `UPDATE payment_copy SET "visaRequestId" = '${one.visaRequestId}', "razorpayPaymentId" = '${one.paymentId}'`,
      `INSERT INTO payment SELECT * FROM payment_copy`,
      `DROP TABLE payment_copy`,
    ]);
  }
  await server.start();
}, 180_000);
afterAll(() => scene.clear());

function allKeys(): string[] {
  return statuses.flatMap((status) => [...refundReasons, "SHOWN" as const].map((who) => keyOf(status, who)));
}

const moneyOf = async ({ visaRequestId }: { visaRequestId: string }) =>
  (await traveller.call(documents.visaRequestMoney, { visaRequestId })).data.visaRequest;
const offersFor = async ({ visaRequestId }: { visaRequestId: string }) =>
  (await staff.call(documents.staffRefundOffers, { visaRequestId })).data.staffRefundOffers;
const give = ({ visaRequestId }: { visaRequestId: string }, input: Record<string, unknown>) =>
  staff.call(documents.staffRefund, { input: { visaRequestId, note: "As agreed", ...input } });
const amountsAtGateway = (paymentId: string): number[] =>
  [...scene.gateway.refunds.values()]
    .filter(({ payment_id }) => payment_id === paymentId)
    .map(({ amount }) => amount);

/** Returns another traveller and their paid application, with its payment id. */
async function payNew(): Promise<[Traveller, VisaRequest & { paymentId: string }]> {
  const other = await scene.withOrder();
  const proof = scene.gateway.pay(other.order.orderId);
  await confirm(other, proof);
  return [other, { ...(await other.readRequest()), paymentId: proof.razorpay_payment_id }];
}

describe.each(cases)("a refund for $reason while $status", ({ reason, status }) => {
  test("is the one offered, to the paisa, and is made only once", async () => {
    const one = paid.get(keyOf(status, reason))!;
    const { totalPrice, serviceFee, gst } = price;
    expect(gst).toBeGreaterThan(0);
    const offer = (await offersFor(one)).find((one) => one.reason === reason)!;
    expect(offer.text.length).toBeGreaterThan(20);
    const other = offer.amount + 1;
    await changingNothing(scene.server, async () => {
      const { data } = await give(one, { reason, expectedAmount: other });
      expect(data.staffRefund.userErrors).toMatchObject([
        offer.amount === 0
          ? { code: "INVALID_STATE", message: offer.text }
          : { code: "CONFLICT", field: "expectedAmount" },
      ]);
    });

    const { data } = await give(one, { reason, expectedAmount: offer.amount });
    if (offer.amount === 0) {
      expect(data.staffRefund.userErrors).toMatchObject([{ code: "INVALID_STATE", message: offer.text }]);
      expect(amountsAtGateway(one.paymentId)).toEqual([]);
      return;
    }
    expect(data.staffRefund.userErrors).toEqual([]);
    expect(amountsAtGateway(one.paymentId)).toEqual([offer.amount * 100]);
    const isAll = offer.amount === totalPrice;
    if (!isAll) expect(offer.amount).toBe(serviceFee + gst);
    expect(await moneyOf(one)).toMatchObject({
      visaRequestStatus: isAll && status === "SUBMITTED" ? "CANCELLED" : status,
      paymentStatus: isAll ? "REFUNDED" : "PAID",
      refund: { amount: offer.amount, state: "DONE", doneAt: expect.any(String) },
    });
    expect(data.staffRefund.staffCase.notes.at(-1)!.text).toBe(
      `Refund of INR ${offer.amount}/-, ${reason}: As agreed`,
    );

    // Nothing more is offered or refunded afterwards.
    expect(await offersFor(one)).toEqual([]);
    for (const again of refundReasons) {
      const { data } = await give(one, { reason: again, expectedAmount: offer.amount });
      expect(data.staffRefund.userErrors).toMatchObject([{ code: "INVALID_STATE" }]);
    }
    expect(amountsAtGateway(one.paymentId)).toHaveLength(1);
  });
});

describe.each(statuses)("a traveller whose application is %s", (status) => {
  test("gets the offered refund on withdrawal, or an error if it is too late", async () => {
    const one = paid.get(keyOf(status, "SHOWN"))!;
    const { visaRequestId, paymentId } = one;
    const { refundOffer, refund } = await moneyOf(one);
    const { totalPrice } = price;
    expect(refund).toBeNull();
    const isOpen = status === "SUBMITTED";
    expect(refundOffer).toMatchObject({ amount: isOpen ? totalPrice : 0, canWithdraw: isOpen });
    const input = { visaRequestId, expectedAmount: refundOffer.amount };
    const { data } = await traveller.call(documents.withdrawVisaRequest, { input });
    const { visaRequest, userErrors } = data.withdrawVisaRequest;
    if (!isOpen) {
      expect(userErrors).toMatchObject([{ code: "INVALID_STATE", message: refundOffer.text }]);
      expect(amountsAtGateway(paymentId)).toEqual([]);
      return;
    }
    expect(userErrors).toEqual([]);
    expect(amountsAtGateway(paymentId)).toEqual([totalPrice * 100]);
    expect(visaRequest).toMatchObject({
      visaRequestStatus: "CANCELLED",
      paymentStatus: "REFUNDED",
      refundOffer: { amount: 0, canWithdraw: false },
      refund: { amount: totalPrice, state: "DONE" },
    });
  });
});

describe("nothing is refunded", () => {
  test("without a note, with too long a note, or for an unassigned or unknown case", async () => {
    const [, one] = await payNew();
    const { totalPrice, visaRequestId, paymentId } = one;
    const right = { reason: "OUR_MISTAKE", expectedAmount: totalPrice };
    await changingNothing(scene.server, async () => {
      const told = async (input: Record<string, unknown>) =>
        (await give(one, input)).data?.staffRefund.userErrors;
      expect(await told({ ...right, note: "  " })).toMatchObject([{ code: "REQUIRED", field: "note" }]);
      const long = "x".repeat(501);
      expect(await told({ ...right, note: long })).toMatchObject([{ code: "TOO_LONG", field: "note" }]);
      const untaken = { code: "INVALID_STATE", message: "Take this application first" };
      expect(await told(right)).toMatchObject([untaken]);
      const { errors } = await give({ visaRequestId: randomUUID() }, right);
      expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    });
    await staff.do(documents.staffTakeCase, { visaRequestId });
    const { data } = await give(one, right);
    expect(data.staffRefund.userErrors).toEqual([]);
    expect(amountsAtGateway(paymentId)).toEqual([totalPrice * 100]);
  });
});

test("after a partial refund, a withdrawal refunds the rest", async () => {
  const [other, one] = await payNew();
  const { visaRequestId, paymentId, netPrice, serviceFee, gst, totalPrice } = one;
  const read = async () => (await other.call(documents.visaRequestMoney, { visaRequestId })).data.visaRequest;
  await staff.do(documents.staffTakeCase, { visaRequestId });
  scene.gateway.refundStatus = "pending";
  const given = await give(one, { reason: "GOODWILL", expectedAmount: serviceFee + gst });
  expect(given.data.staffRefund.userErrors).toEqual([]);
  expect(await read()).toMatchObject({
    paymentStatus: "PAID",
    refund: { amount: serviceFee + gst, state: "UNDER_WAY", doneAt: null },
    refundOffer: { amount: netPrice, canWithdraw: true },
  });
  scene.gateway.refundStatus = "processed";
  for (const refund of scene.gateway.refunds.values()) refund.status = "processed";
  const input = { visaRequestId, expectedAmount: netPrice };
  const { data } = await other.call(documents.withdrawVisaRequest, { input });
  expect(data.withdrawVisaRequest.userErrors).toEqual([]);
  await scene.endPause("refund");
  await waitFor("everything is refunded", async () => (await read()).paymentStatus === "REFUNDED");
  expect(await read()).toMatchObject({
    visaRequestStatus: "CANCELLED",
    refund: { amount: totalPrice, state: "DONE" },
  });
  expect(amountsAtGateway(paymentId)).toEqual([(serviceFee + gst) * 100, netPrice * 100]);
});
