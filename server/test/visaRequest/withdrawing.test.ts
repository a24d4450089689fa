import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { GraphqlAnswer } from "../kit/wire/callApi";
import { getUserErrors } from "../kit/wire/outcomes";
import * as documents from "../kit/documents";
import { MoneyScene } from "../kit/stories/moneyScene";
import { changingNothing, confirm } from "../kit/stories/paying";
import { readTables } from "../kit/data/readTables";
import { signInStaff } from "../kit/personas/staff";
import { signIn, type Traveller } from "../kit/personas/traveller";
import { waitFor } from "../kit/waitFor";
import type { DataOf } from "../kit/wire/read";

let scene: MoneyScene;
let staff: Traveller;
beforeAll(async () => {
  scene = await MoneyScene.set();
  staff = await signInStaff(scene.server);
});
afterAll(() => scene.clear());
beforeEach(() => {
  scene.gateway.refundStatus = "processed";
});

/** Returns a traveller whose application is paid, the input to withdraw it, and the payment's id. */
async function payer(): Promise<[Traveller, { visaRequestId: string; expectedAmount: number }, string]> {
  const traveller = await scene.withOrder();
  const proof = scene.gateway.pay(traveller.order.orderId);
  await confirm(traveller, proof);
  const { visaRequestId, totalPrice } = await traveller.readRequest();
  return [traveller, { visaRequestId, expectedAmount: totalPrice }, proof.razorpay_payment_id];
}
const withdraw = (traveller: Traveller, input: Record<string, unknown>) =>
  traveller.call(documents.withdrawVisaRequest, { input });
const moneyOf = async (
  traveller: Traveller,
): Promise<DataOf<typeof documents.visaRequestMoney>["visaRequest"]> => {
  const { visaRequestId } = traveller.request;
  return (await traveller.call(documents.visaRequestMoney, { visaRequestId })).data.visaRequest;
};
const amountsAtGateway = (payment: string): number[] =>
  [...scene.gateway.refunds.values()]
    .filter(({ payment_id }) => payment_id === payment)
    .map(({ amount }) => amount);
const codesOf = (answers: Awaited<ReturnType<typeof withdraw>>[]) =>
  answers.map(({ data }) => data.withdrawVisaRequest.userErrors[0]?.code);

test("if a withdrawal and the start of the review are concurrent, only one succeeds, and the payment is refunded only after a withdrawal", async () => {
  for (let round = 0; round < 4; round++) {
    const [traveller, input, payment] = await payer();
    const { visaRequestId } = input;
    const review = () => staff.call(documents.staffStartReview, { input: { visaRequestId } });
    const calls: (() => Promise<GraphqlAnswer<object>>)[] = [() => withdraw(traveller, input), review];
    const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()));
    const [left, begun] = round % 2 ? answers : answers.toReversed();
    const isLeft = getUserErrors(left!).length === 0;
    expect(getUserErrors(begun!).length === 0).toBe(!isLeft);
    expect(amountsAtGateway(payment)).toEqual(isLeft ? [input.expectedAmount * 100] : []);
    expect(await moneyOf(traveller)).toMatchObject(
      isLeft
        ? { visaRequestStatus: "CANCELLED", paymentStatus: "REFUNDED" }
        : { visaRequestStatus: "PROCESSING", paymentStatus: "PAID", refund: null },
    );
  }
});

test("several concurrent withdrawals refund the payment once", async () => {
  const [traveller, input, payment] = await payer();
  const answers = await Promise.all([1, 2, 3].map(() => withdraw(traveller, input)));
  expect(codesOf(answers).sort()).toEqual(["INVALID_STATE", "INVALID_STATE", undefined]);
  expect(amountsAtGateway(payment)).toEqual([input.expectedAmount * 100]);
});

test("a withdrawal that expects an amount other than the refund shown is rejected at expectedAmount", async () => {
  const [traveller, input] = await payer();
  await changingNothing(scene.server, async () => {
    const { data } = await withdraw(traveller, { ...input, expectedAmount: input.expectedAmount - 1 });
    expect(data.withdrawVisaRequest).toMatchObject({
      visaRequest: null,
      userErrors: [{ code: "CONFLICT", field: "expectedAmount" }],
    });
  });
});

test("another user can neither withdraw an application nor see its payment", async () => {
  const [traveller, input] = await payer();
  const stranger = await signIn(scene.server);
  await changingNothing(scene.server, async () => {
    const { errors } = await withdraw(stranger, input);
    expect(errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  });
  const { visaRequestId } = traveller.request;
  const { data } = await stranger.call(documents.visaRequestMoney, { visaRequestId });
  expect(data.visaRequest).toBeNull();
});

test("an unpaid application cannot be withdrawn, and has no refund offer, refund or receipt", async () => {
  const traveller = await scene.readyToPay();
  expect(await moneyOf(traveller)).toMatchObject({ refundOffer: null, refund: null, receipt: null });
  const input = { visaRequestId: traveller.request.visaRequestId, expectedAmount: 0 };
  expect(codesOf([await withdraw(traveller, input)])).toEqual(["INVALID_STATE"]);
});

test("if the gateway's response to a refund is lost, the server retries, and the payment is refunded once", async () => {
  const [traveller, input, payment] = await payer();
  scene.gateway.meet("reset after doing it");
  const { data } = await withdraw(traveller, input);
  expect(data.withdrawVisaRequest.visaRequest).toMatchObject({
    visaRequestStatus: "CANCELLED",
    paymentStatus: "REFUND_DUE",
    refund: { amount: input.expectedAmount, state: "UNDER_WAY", doneAt: null },
  });
  await scene.endPause("refund");
  await waitFor("the money is back", async () => (await moneyOf(traveller)).paymentStatus === "REFUNDED");
  expect(amountsAtGateway(payment)).toEqual([input.expectedAmount * 100]);
  // The retry found the refund at the gateway by our id, so it was not requested again.
  expect(scene.gateway.countCalls(`POST /v1/payments/${payment}/refund`)).toBe(1);
});

test("a server that is killed during a refund call to the gateway refunds the payment exactly once after its restart", async () => {
  const [traveller, input, payment] = await payer();
  scene.gateway.meet("silence");
  const asked = withdraw(traveller, input).catch(() => undefined);
  await waitFor("it is decided", async () => {
    const { refund } = await readTables(scene.server, ["refund"]);
    return refund.some(({ razorpayPaymentId }) => razorpayPaymentId === payment);
  });
  await scene.server.restart("SIGKILL");
  await asked;
  await scene.endPause("refund");
  await waitFor("the money is back", async () => (await moneyOf(traveller)).paymentStatus === "REFUNDED");
  expect(amountsAtGateway(payment)).toEqual([input.expectedAmount * 100]);
});

test("a refund that the gateway rejects is shown to the traveller as FAILED, and staff can start it again", async () => {
  const [traveller, input, payment] = await payer();
  const { visaRequestId, expectedAmount } = input;
  await staff.do(documents.staffTakeCase, { visaRequestId });
  scene.gateway.meet("400");
  await withdraw(traveller, input);
  expect(await moneyOf(traveller)).toMatchObject({
    paymentStatus: "REFUND_DUE",
    refund: { amount: expectedAmount, state: "FAILED" },
  });
  const again = { visaRequestId, reason: "TRAVELLER_WITHDREW", expectedAmount };
  await staff.do(documents.staffRefund, again);
  expect(amountsAtGateway(payment)).toEqual([expectedAmount * 100]);
  expect(await moneyOf(traveller)).toMatchObject({
    paymentStatus: "REFUNDED",
    refund: { amount: expectedAmount, state: "DONE" },
  });
});

test("the audit log records the owner's withdrawal and the server's refund", async () => {
  const [traveller, input, payment] = await payer();
  await withdraw(traveller, input);
  const { audit_event: events } = await readTables(scene.server, ["audit_event"]);
  const about = events.filter(({ subjectId }) => subjectId === payment);
  expect(about.map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ["PAYMENT_SETTLED", "SYSTEM"],
    ["REFUND_DUE", "USER"],
    ["REFUND_MADE", "SYSTEM"],
  ]);
});
