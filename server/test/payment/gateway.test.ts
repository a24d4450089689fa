import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { makeSmallFiles, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql, callRest } from "../kit/wire/callApi";
import type { RestRequest } from "../kit/wire/restShapes";
import { FakeRazorpay } from "../kit/standIns/fakeRazorpay";
import type { GatewayOrder, Mishap } from "../kit/standIns/razorpayShapes";
import { errorCodes, topLevelErrorCodes, getUserErrors } from "../kit/wire/outcomes";
import { changingNothing, confirm, order, readPayments } from "../kit/stories/paying";
import { readTables, type Tables } from "../kit/data/readTables";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { waitFor } from "../kit/waitFor";

let gateway: FakeRazorpay;
let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  gateway = await FakeRazorpay.start();
  server = await TestServer.start({
    ...gateway.settings,
    LOG_LEVEL: "debug",
    PROVIDER_TIMEOUT_SECONDS: "3",
  });
  files = await makeSmallFiles();
});
afterAll(async () => {
  await server.dispose();
  await gateway.close();
});

async function readyToPay(): Promise<Traveller> {
  const traveller = await signedInTraveller(server).withRequest();
  await addApplicant(traveller, files);
  traveller.request = await traveller.readRequest();
  return traveller;
}

async function withOrder(): Promise<Traveller> {
  const traveller = await readyToPay();
  traveller.order = (await order(traveller)).data.createPaymentOrder.order;
  return traveller;
}

function ordersOf({ request }: Traveller): GatewayOrder[] {
  return [...gateway.orders.values()].filter(({ notes }) => notes.visaRequestId === request.visaRequestId);
}

async function readRequestRow({ request }: Traveller): Promise<Tables["visa_request"][number]> {
  const { visa_request: rows } = await readTables(server, ["visa_request"]);
  return rows.find(({ visaRequestId }) => visaRequestId === request.visaRequestId)!;
}

async function expectPaid(traveller: Traveller, answer: Awaited<ReturnType<typeof confirm>>): Promise<void> {
  expect(answer.data.confirmPayment).toMatchObject({
    userErrors: [],
    visaRequest: { visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" },
  });
  expect(await readPayments(traveller)).toMatchObject([{ outcome: "SETTLED" }]);
}

const unavailable = ["null: PROVIDER_UNAVAILABLE"];
const mishaps: Mishap[] = [
  "reset",
  "reset after doing it",
  "HTML 500",
  "HTML 404",
  "HTML 403",
  "HTML 200",
  "unrelated JSON",
  "429",
];

describe.each(mishaps)("a gateway failure (%s)", (mishap) => {
  test("during the creation of an order leaves the application payable, and a retry returns the order", async () => {
    const traveller = await readyToPay();
    const before = await readRequestRow(traveller);
    gateway.meet(mishap);
    const first = await order(traveller);
    expect(first.data.createPaymentOrder.order).toBeNull();
    expect(errorCodes(getUserErrors(first))).toEqual(unavailable);
    expect(getUserErrors(first)[0].message).toBe(
      "The payment provider is not responding. Nothing is lost; please try again",
    );
    expect(await readRequestRow(traveller)).toEqual(before);

    const second = await order(traveller);
    const { orderId, amount } = second.data.createPaymentOrder.order;
    expect(gateway.orders.get(orderId)).toMatchObject({
      amount,
      currency: "INR",
      notes: { visaRequestId: traveller.request.visaRequestId },
    });
    // If the first order was created and only its response was lost, the retry finds it.
    expect(ordersOf(traveller)).toHaveLength(1);
    expect((await order(traveller)).data.createPaymentOrder.order.orderId).toBe(orderId);
    await expectPaid(traveller, await confirm(traveller, gateway.pay(orderId)));
  });

  test("during the query of a payment changes nothing, and a retry records the payment", async () => {
    const traveller = await withOrder();
    const proof = gateway.pay(traveller.order.orderId);
    gateway.meet(mishap);
    const answer = await changingNothing(server, () => confirm(traveller, proof));
    expect(answer.data.confirmPayment.visaRequest).toBeNull();
    expect(errorCodes(getUserErrors(answer))).toEqual(unavailable);
    await expectPaid(traveller, await confirm(traveller, proof));
  });
});

test("a capture whose response was lost is not repeated", async () => {
  const traveller = await withOrder();
  const proof = gateway.pay(traveller.order.orderId, { status: "authorized" });
  // A confirmation first queries the payment, then captures it.
  gateway.meet("nothing", "reset after doing it");
  const answer = await changingNothing(server, () => confirm(traveller, proof));
  expect(errorCodes(getUserErrors(answer))).toEqual(unavailable);
  await expectPaid(traveller, await confirm(traveller, proof));
  const capture = `POST /v1/payments/${proof.razorpay_payment_id}/capture`;
  expect(gateway.calls.filter((call) => call === capture)).toHaveLength(1);
});

test("a stopping server completes a confirmation whose client has disconnected", async () => {
  const traveller = await withOrder();
  const { razorpay_payment_id: paymentGatewayNo } = gateway.pay(traveller.order.orderId, {
    status: "authorized",
  });
  const before = gateway.calls.length;
  gateway.delayMs = 300;
  const sender = new AbortController();
  const sent = fetch(`${server.url}/api/visaRequest`, {
    method: "PUT",
    headers: { authorization: `Bearer ${traveller.token}`, "content-type": "application/json" },
    body: JSON.stringify({ visaRequestId: traveller.request.visaRequestId, paymentGatewayNo }),
    signal: sender.signal,
  });
  await waitFor("the gateway is called", () => gateway.calls.length > before);
  sender.abort();
  await expect(sent).rejects.toThrow("aborted");
  expect(await server.stop()).toBe(0);
  gateway.delayMs = 0;
  expect((await readRequestRow(traveller)).paymentStatus).toBe("PAID");
  await server.start();
});

test("a call to a silent gateway times out, and a retry creates the order", async () => {
  const traveller = await readyToPay();
  gateway.meet("silence");
  expect(errorCodes(getUserErrors(await order(traveller)))).toEqual(unavailable);
  expect((await order(traveller)).data.createPaymentOrder.order.amount).toBe(
    traveller.request.totalPrice * 100,
  );
});

test.each([
  ["of a smaller amount", { amount: 100 }],
  ["of a larger amount", { amount: 99_999_900 }],
  ["in another currency", { currency: "USD" }],
])(
  "a captured payment %s does not pay for the order, but a correct one still does",
  async (_what, changes) => {
    const traveller = await withOrder();
    const { orderId } = traveller.order;
    const proof = gateway.pay(orderId, changes);
    const answer = await changingNothing(server, () => confirm(traveller, proof));
    expect(errorCodes(getUserErrors(answer))).toEqual(["razorpayPaymentId: PAYMENT_AMOUNT_MISMATCH"]);
    await expectPaid(traveller, await confirm(traveller, gateway.pay(orderId)));
  },
);

test.each(["created", "failed", "refunded"])("a %s payment does not pay for the order", async (status) => {
  const traveller = await withOrder();
  const proof = gateway.pay(traveller.order.orderId, { status });
  const answer = await changingNothing(server, () => confirm(traveller, proof));
  expect(errorCodes(getUserErrors(answer))).toEqual(["razorpayPaymentId: PAYMENT_NOT_CAPTURED"]);
});

test("only one order exists after its response was lost, searches for it failed and the server was killed", async () => {
  const traveller = await readyToPay();
  for (const mishap of ["reset after doing it", "HTML 500", "429", "reset"] as const) {
    gateway.meet(mishap);
    expect(errorCodes(getUserErrors(await order(traveller)))).toEqual(unavailable);
  }
  await server.restart("SIGKILL");
  const answers = await Promise.all(Array.from({ length: 10 }, () => order(traveller)));
  const ids = answers.map(({ data }) => data.createPaymentOrder.order.orderId);
  expect(new Set(ids).size).toBe(1);
  expect(ordersOf(traveller).map(({ id }) => id)).toEqual([ids[0]]);
});

test("each outage is logged as a warning with its kind and without personal data", async () => {
  const traveller = await readyToPay();
  const kinds = [
    ["reset", "NO_CONNECTION"],
    ["HTML 500", "SERVER_ERROR"],
    ["429", "RATE_LIMITED"],
    ["HTML 200", "FOREIGN_ANSWER"],
  ] as const;
  for (const [mishap, kind] of kinds) {
    const before = server.output.length;
    gateway.meet(mishap);
    await order(traveller);
    const lines = () => server.output.slice(before).split("\n");
    await waitFor("the log line", () => lines().some((line) => line.includes("payment gateway outage")));
    const line = JSON.parse(lines().find((one) => one.includes("payment gateway outage"))!) as object;
    expect(line).toMatchObject({ level: 40, outage: kind });
    const known = ["level", "time", "pid", "hostname", "call", "outage", "msg"];
    expect(Object.keys(line).sort()).toEqual(known.sort());
  }
});

test("REST returns 503 with Retry-After if the gateway fails, and a retry succeeds", async () => {
  const traveller = await readyToPay();
  const { token, request } = traveller;
  const path = `/api/Payment/Process?Amount=${request.totalPrice}&PayRequest=RAZORPAY`;
  gateway.meet("reset");
  const refused = await callRest(server, "POST", path, { token });
  expect([refused.status, refused.body.statusCode, refused.headers.get("retry-after")]).toEqual([
    503,
    503,
    "10",
  ]);
  const { id } = (await callRest(server, "POST", path, { token })).body.response;

  const { razorpay_payment_id: paymentGatewayNo } = gateway.pay(id);
  const update = { token, json: { visaRequestId: request.visaRequestId, paymentGatewayNo } };
  gateway.meet("HTML 500");
  const second = await changingNothing(server, () => callRest(server, "PUT", "/api/visaRequest", update));
  expect([second.status, second.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(
    (await callRest<RestRequest>(server, "PUT", "/api/visaRequest", update)).body.data.paymentStatus,
  ).toBe("PAID");
});

test("REST queries the gateway for a payment only if the caller owns the application and it has an order", async () => {
  const [owner, stranger] = [await withOrder(), await readyToPay()];
  const before = gateway.calls.length;
  const report = (by: string | undefined, { request }: Traveller) =>
    callRest(server, "PUT", "/api/visaRequest", {
      token: by,
      json: { visaRequestId: request.visaRequestId, paymentGatewayNo: "pay_AAAAAAAAAAAAAA" },
    });
  const statuses = [
    await report(undefined, owner),
    await report("no.token.ofours", owner),
    await report(stranger.token, owner),
    await report(stranger.token, stranger),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 401, 404, 402]);
  expect(gateway.calls.slice(before)).toEqual([]);

  expect((await report(owner.token, owner)).status).toBe(402);
  expect(gateway.calls.slice(before)).toEqual(["GET /v1/payments/pay_AAAAAAAAAAAAAA"]);
});

test("a user can cause at most 30 calls to the gateway per minute", async () => {
  const [traveller, other] = [await withOrder(), await withOrder()];
  const report = ({ token, request: { visaRequestId } }: Traveller) => {
    const json = { visaRequestId, paymentGatewayNo: "pay_AAAAAAAAAAAAAA" };
    return callRest(server, "PUT", "/api/visaRequest", { token, json });
  };
  const before = gateway.calls.length;
  // Creating the order was the first of the 30 calls.
  const answers = await Promise.all(Array.from({ length: 29 }, () => report(traveller)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([402]));
  const refused = await report(traveller);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(gateway.calls.length - before).toBe(29);
  expect((await report(other)).status).toBe(402);
});

describe("a gateway that refuses our request", () => {
  test("causes an unexpected error with a reference that is in the log", async () => {
    const traveller = await withOrder();
    const proof = gateway.pay(traveller.order.orderId);
    gateway.meet("401");
    const answer = await changingNothing(server, () => confirm(traveller, proof));
    expect(topLevelErrorCodes(answer)).toEqual(["INTERNAL_SERVER_ERROR"]);
    const { message, extensions } = answer.errors![0]!;
    expect(message).toBe(`Something went wrong on our side. Reference ${extensions.reference}`);
    expect(server.output).toContain(extensions.reference);
    await expectPaid(traveller, await confirm(traveller, proof));
  });

  test("causes the same error over REST, not a response that blames the caller", async () => {
    const { token, request } = await readyToPay();
    const path = `/api/Payment/Process?Amount=${request.totalPrice}&PayRequest=RAZORPAY`;
    gateway.meet("401");
    const { status, headers, body } = await callRest(server, "POST", path, { token });
    expect([status, headers.get("www-authenticate")]).toEqual([500, null]);
    expect(server.output).toContain(body.message.match(/Reference (\w+)$/)?.[1]);
  });

  test("for a new order leaves the application payable", async () => {
    const traveller = await readyToPay();
    gateway.meet("400");
    expect(topLevelErrorCodes(await order(traveller))).toEqual(["INTERNAL_SERVER_ERROR"]);
    const { data } = await order(traveller);
    await expectPaid(traveller, await confirm(traveller, gateway.pay(data.createPaymentOrder.order.orderId)));
  });
});

test("the sandbox is not served if Razorpay's keys are set", async () => {
  const { data } = await callGraphql<{ siteInfo: { paymentsMode: string } }>(
    server,
    `{ siteInfo { paymentsMode } }`,
  );
  expect(data.siteInfo.paymentsMode).toBe("LIVE");
  const traveller = await withOrder();
  expect(traveller.order).toMatchObject({
    razorpayKey: gateway.keyId,
    checkoutUrl: "https://checkout.razorpay.com/v1/checkout.js",
  });
  for (const [method, path] of [
    ["POST", "/razorpay-sandbox/pay"],
    ["GET", "/razorpay-sandbox/checkout.js"],
    ["GET", `/razorpay-sandbox/checkout?order_id=${traveller.order.orderId}`],
    ["POST", "/razorpay-sandbox/v1/orders"],
  ] as const)
    expect((await callRest(server, method, path)).status).toBe(404);
});

test("after all of these tests, the log contains no secret", () => {
  const { keyId, keySecret, webhookSecret } = gateway;
  expect(server.output).toContain("unexpected error");
  for (const secret of [keySecret, webhookSecret, Buffer.from(`${keyId}:${keySecret}`).toString("base64")])
    expect(server.output).not.toContain(secret);
});
