import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql, callRest } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import {
  changingNothing,
  confirm,
  order,
  readPayments,
  readSandbox,
  withoutWebhooks,
} from "../kit/stories/paying";
import { readTables } from "../kit/data/readTables";
import { TestServer } from "../kit/server/testServer";
import {
  payInSandbox,
  signedInTraveller,
  signIn,
  type PaymentOrder,
  type Traveller,
} from "../kit/personas/traveller";

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  server = await TestServer.start(withoutWebhooks);
  files = await makeSmallFiles();
});
afterAll(() => server.dispose());

/** Returns a traveller whose application is complete but unpaid. */
async function readyToPay(visaUrl?: string): Promise<Traveller> {
  const traveller = await signedInTraveller(server).withRequest(visaUrl);
  await addApplicant(traveller, files);
  traveller.request = await traveller.readRequest();
  return traveller;
}

async function getOrder(traveller: Traveller): Promise<PaymentOrder> {
  const { data } = await order(traveller);
  expect(data.createPaymentOrder.userErrors).toEqual([]);
  return data.createPaymentOrder.order;
}

describe("an order", () => {
  test("is for the total in paise, and a second request returns the same order", async () => {
    const traveller = await readyToPay();
    const first = await getOrder(traveller);
    expect(first).toEqual({
      orderId: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      amount: traveller.request.totalPrice * 100,
      currency: "INR",
      razorpayKey: "rzp_test_sandbox",
      name: "Visaport",
      description: "Visa Booking Fee",
      checkoutUrl: "/razorpay-sandbox/checkout.js",
    });
    expect(await getOrder(traveller)).toEqual(first);
    await server.restart();
    expect(await getOrder(traveller)).toEqual(first);
  });

  test("is created once for ten concurrent requests, and only once at the gateway", async () => {
    const traveller = await readyToPay();
    const orders = await Promise.all(Array.from({ length: 10 }, () => getOrder(traveller)));
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1);
    const atGateway = (await readSandbox(server, "order")).filter(
      ({ notes }) => notes.visaRequestId === traveller.request.visaRequestId,
    );
    expect(atGateway.map(({ id }) => id)).toEqual([orders[0]!.orderId]);
    await server.restart("SIGKILL");
    expect(await changingNothing(server, () => getOrder(traveller))).toEqual(orders[0]);
  });

  test("is not created for an application without applicants", async () => {
    const traveller = await signedInTraveller(server).withRequest();
    const answer = await changingNothing(server, () => order(traveller));
    expect(answer.data.createPaymentOrder.order).toBeNull();
    expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
  });

  test("is replaced by one for the new total each time an applicant is added or removed", async () => {
    const traveller = await readyToPay();
    const one = await getOrder(traveller);
    const { visaApplicantId } = await addApplicant(traveller, files);
    const two = await getOrder(traveller);
    await traveller.do(documents.removeVisaApplicant, { visaApplicantId });
    const oneAgain = await getOrder(traveller);

    expect(two.amount).toBe(2 * one.amount);
    expect(oneAgain.amount).toBe(one.amount);
    expect(new Set([one.orderId, two.orderId, oneAgain.orderId]).size).toBe(3);
  });

  test("is replaced if a new date of birth makes an applicant a child, but not if only a name changes", async () => {
    const traveller = await readyToPay("bahrain-14-days-tourist-visa-single-entry");
    const [{ visaApplicantId }] = traveller.request.visaApplicants;
    const adult = await getOrder(traveller);
    await traveller.do(documents.updateVisaApplicant, { visaApplicantId, firstName: "Meera" });
    expect(await getOrder(traveller)).toEqual(adult);

    await traveller.do(documents.updateVisaApplicant, { visaApplicantId, dateOfBirth: "2019-06-01" });
    const child = await getOrder(traveller);
    expect(child.orderId).not.toBe(adult.orderId);
    expect(adult.amount - child.amount).toBe((2399 - 1899) * 100);
  });

  test("is not created for a paid or cancelled application", async () => {
    const paid = await readyToPay();
    await confirm(paid, await payInSandbox(server, (await getOrder(paid)).orderId));
    const cancelled = await readyToPay();
    await cancelled.do(documents.cancelVisaRequest, { visaRequestId: cancelled.request.visaRequestId });

    for (const traveller of [paid, cancelled]) {
      const answer = await changingNothing(server, () => order(traveller));
      expect(errorCodes(getUserErrors(answer))).toEqual(["null: INVALID_STATE"]);
    }
  });

  test("is available only to the application's owner", async () => {
    const { request } = await readyToPay();
    const stranger = await signIn(server);
    stranger.request = request;
    expect(topLevelErrorCodes(await order(stranger))).toEqual(["NOT_FOUND"]);
    const variables = { input: { visaRequestId: request.visaRequestId } };
    const visitor = await callGraphql(server, documents.createPaymentOrder, { variables });
    expect(topLevelErrorCodes(visitor)).toEqual(["UNAUTHENTICATED"]);
  });
});

describe("an amount from the client", () => {
  test("makes GraphQL reject the whole operation", async () => {
    const traveller = await readyToPay();
    const { visaRequestId } = traveller.request;
    for (const more of [{ amount: 100 }, { totalPrice: 1 }, { currency: "USD" }]) {
      const answer = await changingNothing(server, () =>
        traveller.call(documents.createPaymentOrder, { input: { visaRequestId, ...more } }),
      );
      expect(topLevelErrorCodes(answer)).toEqual(["BAD_USER_INPUT"]);
    }
    const { orderId } = await getOrder(traveller);
    const proof = await payInSandbox(server, orderId);
    const cheap = await changingNothing(server, () => confirm(traveller, proof, { amount: 100 }));
    expect(topLevelErrorCodes(cheap)).toEqual(["BAD_USER_INPUT"]);
  });

  test("is ignored in REST requests, whether it is in the query or the body", async () => {
    const traveller = await readyToPay();
    const { token, request } = traveller;
    const forged = { Amount: "1", PayRequest: "RAZORPAY", currency: "USD", totalPrice: "1", amount_due: "1" };
    const visaRequestId = request.visaRequestId;
    const query = new URLSearchParams({ ...forged, visaRequestId }).toString();
    const answers = [
      await callRest(server, "POST", `/api/Payment/Process?${query}`, { token }),
      await callRest(server, "POST", "/api/Payment/Process", { token, json: { ...forged, visaRequestId } }),
    ];
    for (const { body } of answers)
      expect(body.response).toMatchObject({ amount: request.totalPrice * 100, currency: "INR" });
    const { id } = answers[0]!.body.response;
    expect((await readSandbox(server, "order")).find((one) => one.id === id)).toMatchObject({
      amount: request.totalPrice * 100,
      currency: "INR",
    });
    const { razorpay_payment_id: paymentGatewayNo } = await payInSandbox(server, id);
    const json = { visaRequestId, paymentGatewayNo, totalPrice: 1, netPrice: 1, amount: 1 };
    const paid = await callRest(server, "PUT", "/api/visaRequest", { token, json });
    expect(paid.body.data).toMatchObject({ paymentStatus: "PAID", totalPrice: request.totalPrice });
    expect(await readPayments(traveller)).toMatchObject([{ amount: request.totalPrice * 100 }]);
  });
});

describe("a payment", () => {
  test("makes the application SUBMITTED and PAID, and a second confirmation gets the same response", async () => {
    const traveller = await readyToPay();
    const { orderId } = await getOrder(traveller);
    const proof = await payInSandbox(server, orderId);
    const first = await confirm(traveller, proof);
    expect(first.data.confirmPayment).toMatchObject({
      userErrors: [],
      visaRequest: {
        visaRequestStatus: "SUBMITTED",
        paymentStatus: "PAID",
        paymentGateway: "RAZORPAY",
        paymentGatewayNo: proof.razorpay_payment_id,
        totalPrice: traveller.request.totalPrice,
        version: traveller.request.version + 1,
        timeline: [{ status: "PENDING" }, { status: "SUBMITTED" }],
      },
    });
    const again = await changingNothing(server, () => confirm(traveller, proof));
    expect(withoutLinks(again)).toEqual(withoutLinks(first));
  });

  test.each(["success", "authorized"] as const)(
    "with the result %s is recorded once for ten concurrent confirmations",
    async (outcome) => {
      const traveller = await readyToPay();
      const { orderId, amount } = await getOrder(traveller);
      const proof = await payInSandbox(server, orderId, outcome);
      const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(traveller, proof)));
      for (const answer of answers) expect(withoutLinks(answer)).toEqual(withoutLinks(answers[0]));
      expect(answers[0]!.data.confirmPayment.visaRequest).toMatchObject({
        paymentStatus: "PAID",
        version: traveller.request.version + 1,
        timeline: [{ status: "PENDING" }, { status: "SUBMITTED" }],
      });

      expect(await readPayments(traveller)).toMatchObject([{ amount, outcome: "SETTLED" }]);
      const captures = (await readSandbox(server, "payment")).filter(
        ({ id, status }) => id === proof.razorpay_payment_id && status === "captured",
      );
      expect(captures).toMatchObject([{ amount, order_id: orderId }]);

      await server.restart("SIGKILL");
      const later = await changingNothing(server, () => confirm(traveller, proof));
      expect(withoutLinks(later)).toEqual(withoutLinks(answers[0]));
    },
  );

  test("that failed changes nothing, and another attempt on the same order succeeds", async () => {
    const traveller = await readyToPay();
    const { orderId } = await getOrder(traveller);
    const failure = await payInSandbox(server, orderId, "failure");
    expect(failure.error).toMatchObject({ code: "BAD_REQUEST_ERROR", metadata: { order_id: orderId } });
    expect((await getOrder(traveller)).orderId).toBe(orderId);

    const answer = await confirm(traveller, await payInSandbox(server, orderId));
    expect(answer.data.confirmPayment).toMatchObject({
      userErrors: [],
      visaRequest: { paymentStatus: "PAID" },
    });
    expect((await readTables(server, ["payment_order"])).payment_order).toContainEqual(
      expect.objectContaining({ razorpayOrderId: orderId, state: "PAID" }),
    );
  });
});

/** Returns the response with each file link cut to its path, because signatures change every minute. */
function withoutLinks({ data }: { data: unknown } | undefined = { data: null }): unknown {
  return JSON.parse(JSON.stringify(data).replace(/(\/files\/[\w-]+)\?[^"]*/g, "$1"));
}
