import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import * as documents from "../kit/documents";
import { callRest } from "../kit/wire/callApi";
import { scrapeMetrics } from "../kit/wire/scrapeMetrics";
import { MoneyScene } from "../kit/stories/moneyScene";
import { changingNothing, confirm, order } from "../kit/stories/paying";
import { getUserErrors } from "../kit/wire/outcomes";
import { readTables } from "../kit/data/readTables";
import type { FakeRazorpay } from "../kit/standIns/fakeRazorpay";
import type { GatewayPayment } from "../kit/standIns/razorpayShapes";
import type { CheckoutProof, Traveller } from "../kit/personas/traveller";
import { findFreePort } from "../kit/server/testServer";
import { waitFor } from "../kit/waitFor";

let scene: MoneyScene;
let gateway: FakeRazorpay;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await findFreePort();
  scene = await MoneyScene.set({ METRICS_PORT: String(metricsPort) });
  gateway = scene.gateway;
});
afterAll(() => scene.clear());

/** Returns a traveller who paid at the gateway and closed the browser. */
async function paidUnseen(
  changes: Partial<GatewayPayment> = {},
): Promise<[Traveller, string, CheckoutProof]> {
  const traveller = await scene.withOrder();
  const proof = gateway.pay(traveller.order.orderId, changes);
  return [traveller, proof.razorpay_payment_id, proof];
}

const about = ({ order: made }: Traveller, payment: string) => ({ order: made.orderId, payment });
const captures = (payment: string) => gateway.countCalls(`POST /v1/payments/${payment}/capture`);
const questions = (payment: string) => gateway.countCalls(`GET /v1/payments/${payment}`);
const isPaid = { visaRequestStatus: "SUBMITTED", paymentStatus: "PAID" };
const isUnpaid = { visaRequestStatus: "PENDING", paymentStatus: "PENDING" };

test("a payment that only a webhook reports is recorded, and only the webhook's type and ids are stored", async () => {
  const [traveller, payment] = await paidUnseen();
  const personal = { email: "asha@secret.example", contact: "+919876500000", vpa: "asha@bank" };
  const webhook = gateway.makeWebhook("payment.captured", about(traveller, payment), { more: personal });
  expect(await scene.tell(webhook)).toMatchObject({
    eventType: "payment.captured",
    razorpayOrderId: traveller.order.orderId,
    razorpayPaymentId: payment,
    state: "DONE",
    attempts: 0,
    lastError: null,
  });
  expect(await traveller.readRequest()).toMatchObject({ ...isPaid, paymentGatewayNo: payment });
  expect(await scene.outcomes(traveller)).toEqual(["SETTLED"]);
  const everything = JSON.stringify(await readTables(scene.server)) + scene.server.output;
  for (const text of Object.values(personal)) expect(everything).not.toContain(text);
});

describe("a webhook is rejected and not stored if its signature", () => {
  test.each<[string, (body: string) => Record<string, string>]>([
    ["is missing", () => ({})],
    ["is empty", () => ({ "x-razorpay-signature": "" })],
    ["is not hexadecimal", () => ({ "x-razorpay-signature": "z".repeat(64) })],
    ["is truncated", () => ({ "x-razorpay-signature": "ab" })],
    ["is for another body", () => gateway.makeWebhook("payment.captured", { payment: "pay_x" }).headers],
    [
      "was made with the key's secret",
      () => gateway.makeWebhook("payment.captured", {}, { secret: gateway.keySecret }).headers,
    ],
  ])("%s", async (_what, sign) => {
    const [traveller, payment] = await paidUnseen();
    const { body } = gateway.makeWebhook("payment.captured", about(traveller, payment));
    const before = await scene.readEvents();
    await changingNothing(scene.server, async () => {
      const headers = { "content-type": "application/json", ...sign(body) };
      const answer = await callRest(scene.server, "POST", "/api/payment/webhook", { text: body, headers });
      expect([answer.status, answer.body.statusCode]).toEqual([401, 401]);
    });
    expect(await scene.readEvents()).toEqual(before);
    expect(questions(payment)).toBe(0);
  });
});

test("the previous webhook secret is valid while the secret is being changed, but a third one is not", async () => {
  const [traveller, payment] = await paidUnseen();
  const tell = (secret: string) => gateway.makeWebhook("order.paid", about(traveller, payment), { secret });
  expect(await scene.post(tell("aThirdSecretThatWasNeverOurs"))).toBe(401);
  expect((await scene.tell(tell(gateway.previousWebhookSecret))).state).toBe("DONE");
  expect(await traveller.readRequest()).toMatchObject(isPaid);
});

test("a body of more than 1 MB gets 413 and is not stored, and a slightly smaller one is accepted", async () => {
  const before = await scene.readEvents();
  const big = (length: number) =>
    gateway.makeWebhook("account.updated", {}, { secret: gateway.webhookSecret, pad: length });
  expect(await scene.post(big(1024 * 1024))).toBe(413);
  expect(await scene.readEvents()).toEqual(before);
  expect(await scene.tell(big(1_000_000))).toMatchObject({ eventType: "account.updated", state: "IGNORED" });
});

test("the status and amount in a webhook's body are not trusted", async () => {
  const [traveller, payment] = await paidUnseen({ status: "failed" });
  const lies = { status: "captured", captured: true, amount: 1, currency: "INR" };
  await changingNothing(scene.server, () =>
    scene.tell(gateway.makeWebhook("payment.captured", about(traveller, payment), { more: lies })),
  );
  gateway.capture(gateway.payments.get(payment)!);
  await scene.tell(gateway.makeWebhook("payment.captured", about(traveller, payment), { more: lies }));
  expect((await readTables(scene.server, ["payment"])).payment.at(-1)).toMatchObject({
    razorpayPaymentId: payment,
    amount: traveller.order.amount,
  });
});

test("a payment of a wrong amount is refunded, and a correct one still pays for the application", async () => {
  gateway.refundStatus = "pending";
  const [traveller, payment, proof] = await paidUnseen({ amount: 1_23_450 });
  const captured = gateway.makeWebhook("payment.captured", about(traveller, payment));
  expect((await scene.tell(captured)).state).toBe("DONE");
  expect(await traveller.readRequest()).toMatchObject({ ...isUnpaid, paymentStatus: "REFUND_DUE" });
  const { payment: rows } = await readTables(scene.server, ["payment"]);
  expect(rows.filter(({ razorpayPaymentId }) => razorpayPaymentId === payment)).toMatchObject([
    { amount: 1_23_450, outcome: "REFUND_DUE" },
  ]);
  const late = await changingNothing(scene.server, () => confirm(traveller, proof));
  expect(getUserErrors(late)).toMatchObject([
    { code: "INVALID_STATE", message: expect.stringContaining("will be refunded to you") },
  ]);
  gateway.pay(traveller.order.orderId);
  await scene.tell(gateway.makeWebhook("order.paid", { order: traveller.order.orderId }));
  expect(await traveller.readRequest()).toMatchObject(isPaid);
  expect(await scene.outcomes(traveller)).toEqual(["REFUND_DUE", "SETTLED"]);
});

test("a payment in another currency changes nothing and is logged", async () => {
  const [traveller, payment] = await paidUnseen({ currency: "USD" });
  await changingNothing(scene.server, () =>
    scene.tell(gateway.makeWebhook("payment.captured", about(traveller, payment))),
  );
  await waitFor("the log line", () => scene.server.output.includes("payment does not match its order"));
});

test("an event that is sent ten times concurrently is accepted each time but processed once, with or without an id", async () => {
  for (const withId of [true, false]) {
    const [traveller, payment] = await paidUnseen();
    const webhook = gateway.makeWebhook("payment.captured", about(traveller, payment));
    if (!withId) delete webhook.headers["x-razorpay-event-id"];
    const statuses = await Promise.all(Array.from({ length: 10 }, () => scene.post(webhook)));
    expect(statuses).toEqual(Array(10).fill(200));
    await scene.untilPaid(traveller);
    const ofIt = async () =>
      (await scene.readEvents()).filter(({ razorpayPaymentId }) => razorpayPaymentId === payment);
    await waitFor("processing", async () => (await ofIt()).every(({ state }) => state === "DONE"));
    expect(await changingNothing(scene.server, () => scene.post(webhook))).toBe(200);
    expect(await ofIt()).toHaveLength(1);
    expect((await ofIt())[0]!.webhookEventId).toMatch(withId ? /^[0-9a-f]{14}$/ : /^sha256:[0-9a-f]{64}$/);
    expect(questions(payment)).toBe(1);
    expect(await scene.outcomes(traveller)).toEqual(["SETTLED"]);
  }
});

test("events of an unknown type or about other orders are stored as ignored, and invalid events are rejected", async () => {
  const [traveller, payment] = await paidUnseen();
  const unknown = await scene.tell(
    gateway.makeWebhook("payment.downtime.started", about(traveller, payment)),
  );
  expect([unknown.state, questions(payment)]).toEqual(["IGNORED", 0]);
  const absent = gateway.makeWebhook("payment.captured", { payment: "pay_AAAAAAAAAAAAAA" });
  expect((await scene.tell(absent)).state).toBe("IGNORED");
  const odd = gateway.makeWebhook("payment.captured", { payment: "pay_../../orders", order: "x" });
  expect(await scene.tell(odd)).toMatchObject({ state: "IGNORED", razorpayPaymentId: null });
  const before = await scene.readEvents();
  for (const text of ["", "[]", "no JSON", '{"event":1}'])
    expect(await scene.post(gateway.signWebhook(text))).toBe(400);
  expect(await scene.readEvents()).toEqual(before);
});

test("a webhook is acknowledged before it is processed, and is processed even after a kill in between", async () => {
  const [traveller, payment] = await paidUnseen();
  gateway.meet("silence");
  const webhook = gateway.makeWebhook("payment.captured", about(traveller, payment));
  expect(await scene.post(webhook)).toBe(200);
  await waitFor("the gateway is called", () => questions(payment) === 1);
  expect((await scene.untilEvent(webhook, () => true)).state).toBe("PENDING");
  expect(await traveller.readRequest()).toMatchObject(isUnpaid);
  await scene.server.restart("SIGKILL");
  await scene.untilPaid(traveller);
  expect(await scene.outcomes(traveller)).toEqual(["SETTLED"]);
});

test("an event is retried after a proxy's page said that it does not exist", async () => {
  const [traveller, payment] = await paidUnseen();
  gateway.meetAt(`GET /v1/payments/${payment}`, "HTML 404");
  const webhook = gateway.makeWebhook("payment.captured", about(traveller, payment));
  expect(await scene.post(webhook)).toBe(200);
  const first = await scene.untilEvent(
    webhook,
    ({ attempts, state }) => attempts === 1 || state !== "PENDING",
  );
  expect(first).toMatchObject({ state: "PENDING", lastError: "FOREIGN_ANSWER" });
  await scene.endPause("webhook_event");
  await scene.untilEvent(webhook, ({ state }) => state === "DONE");
  expect(await traveller.readRequest()).toMatchObject(isPaid);
});

test("an event is retried after growing pauses while the gateway is down, and stores the last error's code", async () => {
  const [traveller, payment] = await paidUnseen();
  gateway.meet("HTML 500", "429");
  const webhook = gateway.makeWebhook("payment.captured", about(traveller, payment));
  expect(await scene.post(webhook)).toBe(200);
  const first = await scene.untilEvent(webhook, ({ attempts }) => attempts === 1);
  expect(first).toMatchObject({ state: "PENDING", lastError: "SERVER_ERROR" });
  expect((await scrapeMetrics(metricsPort)).get('visaport_jobs_failing{queue="webhooks"}')).toBe(1);
  const pause = Date.parse(first.nextTryAt) - Date.parse(first.receivedAt);
  expect(pause).toBeGreaterThanOrEqual(5_000);
  const secondTry = Date.now();
  await scene.endPause("webhook_event");
  const second = await scene.untilEvent(webhook, ({ attempts }) => attempts === 2);
  expect(second).toMatchObject({ state: "PENDING", lastError: "RATE_LIMITED" });
  expect(Date.parse(second.nextTryAt) - secondTry).toBeGreaterThanOrEqual(10_000);
  await scene.endPause("webhook_event");
  expect(await scene.untilEvent(webhook, ({ state }) => state === "DONE")).toMatchObject({ attempts: 2 });
  expect(await traveller.readRequest()).toMatchObject(isPaid);
  expect(scene.server.output).toContain('"outage":"RATE_LIMITED"');
});

describe("a payment reported by webhooks", () => {
  test("pays for the application even if it is reported as authorised or failed afterwards", async () => {
    const [traveller, payment] = await paidUnseen();
    for (const event of ["payment.captured", "order.paid", "payment.authorized", "payment.failed"])
      expect((await scene.tell(gateway.makeWebhook(event, about(traveller, payment)))).state).toBe("DONE");
    expect(await traveller.readRequest()).toMatchObject(isPaid);
    gateway.payments.get(payment)!.status = "failed";
    await changingNothing(scene.server, () =>
      scene.tell(gateway.makeWebhook("payment.failed", about(traveller, payment))),
    );
    expect(await traveller.readRequest()).toMatchObject(isPaid);
  });

  test("pays for the application if it is reported as captured after a failure", async () => {
    const [traveller, payment] = await paidUnseen({ status: "failed" });
    await changingNothing(scene.server, () =>
      scene.tell(gateway.makeWebhook("payment.failed", about(traveller, payment))),
    );
    gateway.capture(gateway.payments.get(payment)!);
    await scene.tell(gateway.makeWebhook("payment.captured", about(traveller, payment)));
    expect(await traveller.readRequest()).toMatchObject({ ...isPaid, paymentGatewayNo: payment });
  });

  test("pays for the application if only order.paid is reported, without a payment id", async () => {
    const [traveller] = await paidUnseen();
    await scene.tell(gateway.makeWebhook("order.paid", { order: traveller.order.orderId }));
    expect(await traveller.readRequest()).toMatchObject(isPaid);
  });

  test("is captured once if the browser and webhooks report it concurrently", async () => {
    const [traveller, payment, proof] = await paidUnseen({ status: "authorized" });
    const webhooks = ["payment.authorized", "payment.captured", "order.paid", "payment.failed"].map((event) =>
      gateway.makeWebhook(event, about(traveller, payment)),
    );
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => confirm(traveller, proof))),
      ...webhooks.map((webhook) => scene.tell(webhook)),
    ]);
    for (const { data } of answers) expect(data.confirmPayment.visaRequest).toMatchObject(isPaid);
    expect(captures(payment)).toBe(1);
    expect(await scene.outcomes(traveller)).toEqual(["SETTLED"]);
    expect((await traveller.readRequest()).timeline).toHaveLength(2);
  });
});

describe("a payment becomes REFUND_DUE", () => {
  // The refund starts automatically, but the gateway does not complete it.
  beforeEach(() => {
    gateway.refundStatus = "pending";
  });

  test("if it is for the total before an applicant was added", async () => {
    const [traveller, payment] = await paidUnseen();
    await addApplicant(traveller, scene.files);
    await scene.tell(gateway.makeWebhook("payment.captured", about(traveller, payment)));
    expect(await traveller.readRequest()).toMatchObject({ ...isUnpaid, paymentStatus: "REFUND_DUE" });
    const { orderId } = (await order(traveller)).data.createPaymentOrder.order;
    const second = gateway.pay(orderId).razorpay_payment_id;
    await scene.tell(gateway.makeWebhook("payment.captured", { payment: second }));
    expect(await traveller.readRequest()).toMatchObject({ ...isPaid, paymentGatewayNo: second });
    expect(await scene.outcomes(traveller)).toEqual(["REFUND_DUE", "SETTLED"]);
  });

  test("if it is the second payment for an order, without an effect on the first", async () => {
    const [traveller, first] = await paidUnseen();
    const second = gateway.pay(traveller.order.orderId).razorpay_payment_id;
    for (const payment of [first, second])
      await scene.tell(gateway.makeWebhook("payment.captured", about(traveller, payment)));
    expect(await traveller.readRequest()).toMatchObject({ ...isPaid, paymentGatewayNo: first });
    expect(await scene.outcomes(traveller)).toEqual(["SETTLED", "REFUND_DUE"]);
  });
});

describe("an authorised payment is not captured, and the traveller is notified once,", () => {
  const cases: [string, string, (traveller: Traveller) => Promise<unknown>][] = [
    [
      "if the application was cancelled",
      "CANCELLED",
      (traveller) => {
        const { visaRequestId } = traveller.request;
        return traveller.call(documents.cancelVisaRequest, { input: { visaRequestId } });
      },
    ],
    ["if the price has changed", "PRICE_CHANGED", (traveller) => addApplicant(traveller, scene.files)],
    [
      "if another payment has paid for the application",
      "PAID_ALREADY",
      (traveller) => confirm(traveller, gateway.pay(traveller.order.orderId)),
    ],
  ];
  test.each(cases)("%s", async (_where, reason, spoil) => {
    const [traveller, payment, proof] = await paidUnseen({ status: "authorized" });
    await spoil(traveller);
    const paidBefore = await scene.outcomes(traveller);
    for (const event of ["payment.authorized", "payment.authorized"])
      expect((await scene.tell(gateway.makeWebhook(event, about(traveller, payment)))).state).toBe("DONE");
    const refused = getUserErrors(await confirm(traveller, proof));
    expect(refused).toMatchObject([
      {
        code: "INVALID_STATE",
        message: expect.stringContaining("Nothing was taken; your bank will release"),
      },
    ]);

    expect(captures(payment)).toBe(0);
    expect(await scene.outcomes(traveller)).toEqual(paidBefore);
    const { untaken_payment: untaken, notification } = await readTables(scene.server);
    expect(untaken.filter(({ razorpayPaymentId }) => razorpayPaymentId === payment)).toMatchObject([
      { reason, amount: traveller.order.amount, visaRequestId: traveller.request.visaRequestId },
    ]);
    const told = notification.filter(({ occurrenceId }) => occurrenceId === payment);
    expect(told.map(({ event, channel }) => [event, channel])).toEqual([["PAYMENT_NOT_TAKEN", "SMS"]]);
  });
});

test("an authorised payment that Razorpay refunds because it was not captured is not recorded", async () => {
  const [traveller, payment] = await paidUnseen({ status: "authorized" });
  const { id: refund } = gateway.refundUncaptured(payment);
  await changingNothing(scene.server, async () => {
    for (const event of ["refund.created", "refund.processed"])
      await scene.tell(gateway.makeWebhook(event, { payment, refund }));
    await scene.tell(gateway.makeWebhook("payment.failed", about(traveller, payment)));
  });
  expect(await scene.outcomes(traveller)).toEqual([]);
  await confirm(traveller, gateway.pay(traveller.order.orderId));
  expect(await traveller.readRequest()).toMatchObject(isPaid);
});

test("after all of these tests, the log contains no secret and no webhook body", () => {
  const { keySecret, webhookSecret, previousWebhookSecret } = gateway;
  for (const secret of [keySecret, webhookSecret, previousWebhookSecret])
    expect(scene.server.output).not.toContain(secret);
  expect(scene.server.output).not.toContain('"payload"');
});
