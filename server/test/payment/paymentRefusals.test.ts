import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import {
  changingNothing,
  confirm,
  order,
  readPayments,
  readSandbox,
  signCheckout,
  withoutWebhooks,
} from "../kit/stories/paying";
import { TestServer } from "../kit/server/testServer";
import {
  payInSandbox,
  signedInTraveller,
  signIn,
  toConfirmation,
  type Traveller,
  type CheckoutProof,
} from "../kit/personas/traveller";

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  server = await TestServer.start({
    ...withoutWebhooks,
    // No job runs during the tests, so that due refunds stay due.
    JOBS_EVERY_SECONDS: "3600",
  });
  files = await makeSmallFiles();
});
afterAll(() => server.dispose());

/** Returns a traveller with one applicant and an order. */
async function withOrder(): Promise<Traveller> {
  const traveller = await signedInTraveller(server).withRequest();
  await addApplicant(traveller, files);
  traveller.order = (await order(traveller)).data.createPaymentOrder.order;
  traveller.request = await traveller.readRequest();
  return traveller;
}

/** Confirms, expects that nothing changes, and returns the user errors. */
async function refusal(
  traveller: Traveller,
  proof: Partial<CheckoutProof>,
  changes: Record<string, unknown> = {},
) {
  const answer = await changingNothing(server, () => confirm(traveller, proof, changes));
  expect(answer.data.confirmPayment.visaRequest).toBeNull();
  return errorCodes(getUserErrors(answer));
}

const signatureInvalid = ["razorpaySignature: PAYMENT_SIGNATURE_INVALID"];
const orderInvalid = ["razorpayOrderId: PAYMENT_SIGNATURE_INVALID"];
const notCaptured = ["razorpayPaymentId: PAYMENT_NOT_CAPTURED"];

describe("a confirmation changes nothing", () => {
  test("if its signature is wrong, and the right signature is accepted afterwards", async () => {
    const traveller = await withOrder();
    const proof = await payInSandbox(server, traveller.order.orderId);
    const right: string = proof.razorpay_signature;
    const wrong = [
      "",
      "0".repeat(64),
      right.slice(0, -2),
      right + right,
      `${right}0`,
      (right.startsWith("0") ? "1" : "0") + right.slice(1),
      await signCheckout(server, proof.razorpay_payment_id, traveller.order.orderId),
    ];
    for (const razorpaySignature of wrong)
      expect(await refusal(traveller, proof, { razorpaySignature })).toEqual(signatureInvalid);

    expect((await confirm(traveller, proof)).data.confirmPayment.visaRequest.paymentStatus).toBe("PAID");
  });

  test("if its order is unknown", async () => {
    const traveller = await withOrder();
    const proof = await payInSandbox(server, traveller.order.orderId);
    for (const razorpayOrderId of ["", "order_AAAAAAAAAAAAAA"])
      expect(await refusal(traveller, proof, { razorpayOrderId })).toEqual(orderInvalid);
  });

  test("if its order belongs to another application of the same or another user", async () => {
    const traveller = await withOrder();
    const other = await withOrder();
    const proof = await payInSandbox(server, other.order.orderId);
    expect(await refusal(traveller, proof)).toEqual(orderInvalid);

    const { request } = await signedInTraveller(server).withRequest();
    const { visaId } = request;
    const second = await traveller.do(documents.createVisaRequest, { visaId });
    const mine = await payInSandbox(server, traveller.order.orderId);
    expect(await refusal(traveller, mine, { visaRequestId: second.visaRequestId })).toEqual(orderInvalid);
  });

  test("if its payment is for another order, even with a valid signature", async () => {
    const traveller = await withOrder();
    const other = await withOrder();
    const { razorpay_payment_id: paymentId } = await payInSandbox(server, other.order.orderId);
    const { orderId } = traveller.order;
    const proof = {
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: await signCheckout(server, orderId, paymentId),
    };
    expect(await refusal(traveller, proof)).toEqual(notCaptured);
  });

  test("if its payment id is unknown or malformed, even with a valid signature", async () => {
    const traveller = await withOrder();
    const { orderId } = traveller.order;
    for (const paymentId of ["pay_AAAAAAAAAAAAAA", "", "pay_../../orders/x", `${orderId}/payments`]) {
      const razorpaySignature = await signCheckout(server, orderId, paymentId);
      const proof = { razorpay_order_id: orderId, razorpay_payment_id: paymentId };
      expect(await refusal(traveller, proof, { razorpaySignature })).toEqual(notCaptured);
    }
  });

  test("if its payment failed, even with a valid signature", async () => {
    const traveller = await withOrder();
    const { orderId } = traveller.order;
    const { error } = await payInSandbox(server, orderId, "failure");
    const paymentId = error.metadata.payment_id;
    const proof = {
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: await signCheckout(server, orderId, paymentId),
    };
    expect(await refusal(traveller, proof)).toEqual(notCaptured);
    const second = await confirm(traveller, await payInSandbox(server, orderId));
    expect(second.data.confirmPayment.visaRequest.paymentStatus).toBe("PAID");
  });

  test("if the caller does not own the application", async () => {
    const { request, order: made } = await withOrder();
    const proof = await payInSandbox(server, made.orderId);
    const stranger = await signIn(server);
    stranger.request = request;
    expect(topLevelErrorCodes(await changingNothing(server, () => confirm(stranger, proof)))).toEqual([
      "NOT_FOUND",
    ]);
    const absent = { visaRequestId: randomUUID() };
    expect(topLevelErrorCodes(await confirm(stranger, proof, absent))).toEqual(["NOT_FOUND"]);
    const variables = { input: { visaRequestId: request.visaRequestId, ...toConfirmation(proof) } };
    const visitor = await callGraphql(server, documents.confirmPayment, { variables });
    expect(topLevelErrorCodes(visitor)).toEqual(["UNAUTHENTICATED"]);
  });
});

describe("a late payment", () => {
  test("for an earlier total becomes due for a refund once, and the new total can still be paid", async () => {
    const traveller = await withOrder();
    const { orderId, amount } = traveller.order;
    await addApplicant(traveller, files);
    const proof = await payInSandbox(server, orderId);

    const first = await confirm(traveller, proof);
    expect(errorCodes(getUserErrors(first))).toEqual(["null: INVALID_STATE"]);
    expect(await traveller.readRequest()).toMatchObject({
      visaRequestStatus: "PENDING",
      paymentStatus: "REFUND_DUE",
      paymentGatewayNo: null,
    });
    const [kept, ...more] = await readPayments(traveller);
    expect(more).toEqual([]);
    const { razorpay_payment_id: razorpayPaymentId } = proof;
    expect(kept).toMatchObject({
      razorpayPaymentId,
      razorpayOrderId: orderId,
      amount,
      outcome: "REFUND_DUE",
    });
    expect(await refusal(traveller, proof)).toEqual(["null: INVALID_STATE"]);

    const { data } = await order(traveller);
    expect(data.createPaymentOrder.order.amount).toBe(2 * amount);
    const second = await payInSandbox(server, data.createPaymentOrder.order.orderId);
    const paid = await confirm(traveller, second);
    expect(paid.data.confirmPayment.visaRequest).toMatchObject({
      visaRequestStatus: "SUBMITTED",
      paymentStatus: "PAID",
      paymentGatewayNo: second.razorpay_payment_id,
    });
    expect((await readPayments(traveller)).map(({ outcome }) => outcome)).toEqual(["REFUND_DUE", "SETTLED"]);
  });

  test("for a void order is due for a refund, even if the total is the same again", async () => {
    const traveller = await withOrder();
    const { visaApplicantId } = await addApplicant(traveller, files);
    await traveller.do(documents.removeVisaApplicant, { visaApplicantId });
    const answer = await confirm(traveller, await payInSandbox(server, traveller.order.orderId));
    expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
    expect((await traveller.readRequest()).totalPrice).toBe(traveller.request.totalPrice);
    expect(await readPayments(traveller)).toMatchObject([{ outcome: "REFUND_DUE" }]);
  });

  test("at an outdated price, for an application already paid, becomes due for a refund and changes only the version", async () => {
    const traveller = await withOrder();
    await addApplicant(traveller, files);
    const { data } = await order(traveller);
    await confirm(traveller, await payInSandbox(server, data.createPaymentOrder.order.orderId));
    const before = await traveller.readRequest();
    expect(before.paymentStatus).toBe("PAID");

    const late = await confirm(traveller, await payInSandbox(server, traveller.order.orderId));
    expect(errorCodes(getUserErrors(late))).toEqual(["null: INVALID_STATE"]);
    const { visaApplicants: _links, version, ...after } = await traveller.readRequest();
    expect(before).toMatchObject(after);
    // The new version makes the page show the refund.
    expect(version).toBeGreaterThan(before.version);
    expect((await readPayments(traveller)).map(({ outcome }) => outcome)).toEqual(["SETTLED", "REFUND_DUE"]);
  });

  test("for a cancelled application is due for a refund", async () => {
    const traveller = await withOrder();
    await traveller.do(documents.cancelVisaRequest, { visaRequestId: traveller.request.visaRequestId });
    const answer = await confirm(traveller, await payInSandbox(server, traveller.order.orderId));
    expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
    expect(await traveller.readRequest()).toMatchObject({
      visaRequestStatus: "CANCELLED",
      paymentStatus: "REFUND_DUE",
    });
    expect(await readPayments(traveller)).toMatchObject([{ outcome: "REFUND_DUE" }]);
  });

  test("that is authorised for an already paid order is not captured", async () => {
    const traveller = await withOrder();
    const { orderId } = traveller.order;
    const second = await payInSandbox(server, orderId, "authorized");
    await confirm(traveller, await payInSandbox(server, orderId));
    expect(await refusal(traveller, second)).toEqual(["null: INVALID_STATE"]);
    const states = (await readSandbox(server, "payment")).filter(
      ({ id }) => id === second.razorpay_payment_id,
    );
    expect(states.map(({ status }) => status)).toEqual(["authorized"]);
  });
});
