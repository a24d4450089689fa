import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import type { FakeRazorpay } from "../kit/standIns/fakeRazorpay";
import { MoneyScene } from "../kit/stories/moneyScene";
import { changingNothing, confirm, order } from "../kit/stories/paying";
import { findFreePort } from "../kit/server/testServer";
import { scrapeMetrics } from "../kit/wire/scrapeMetrics";
import { readTables, type Tables } from "../kit/data/readTables";
import type { Traveller } from "../kit/personas/traveller";
import { waitFor } from "../kit/waitFor";

let scene: MoneyScene;
let gateway: FakeRazorpay;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await findFreePort();
  // The refund job runs only at the start, so that the operator's command comes first.
  scene = await MoneyScene.set({ JOBS_EVERY_SECONDS: "3600", METRICS_PORT: String(metricsPort) });
  gateway = scene.gateway;
});
afterAll(() => scene.clear());
beforeEach(() => {
  gateway.refundStatus = "processed";
});

/** Returns a traveller whose payment was for an earlier total, and the payment's id. */
async function withMoneyDue(): Promise<[Traveller, string]> {
  const traveller = await scene.withOrder();
  await addApplicant(traveller, scene.files);
  const proof = gateway.pay(traveller.order.orderId);
  await confirm(traveller, proof);
  expect(await scene.outcomes(traveller)).toEqual(["REFUND_DUE"]);
  return [traveller, proof.razorpay_payment_id];
}

const refund = (payment: string) => scene.server.runCommand("refund", payment, "came too late");

async function readRefunds(payment: string): Promise<Tables["refund"]> {
  const { refund: rows } = await readTables(scene.server, ["refund"]);
  return rows.filter(({ razorpayPaymentId }) => razorpayPaymentId === payment);
}

async function readRefundGauges() {
  const metrics = await scrapeMetrics(metricsPort);
  const failing = metrics.get('visaport_jobs_failing{queue="refunds"}');
  return { failing, waiting: metrics.get("visaport_refunds_due") };
}

const atGateway = (payment: string) =>
  [...gateway.refunds.values()].filter(({ payment_id }) => payment_id === payment);

test("an operator's command refunds a due payment in full and only once, and the application becomes REFUNDED", async () => {
  const [traveller, payment] = await withMoneyDue();
  const { code, stdout } = await refund(payment);
  const [made] = atGateway(payment);
  expect([code, stdout]).toEqual([0, expect.stringContaining("DONE: The money has been refunded.")]);
  expect(stdout).toContain(made!.id);
  expect(made!.amount).toBe(traveller.order.amount);
  expect(await readRefunds(payment)).toMatchObject([
    { state: "DONE", reason: "came too late", razorpayRefundId: made!.id, amount: traveller.order.amount },
  ]);
  expect(await scene.outcomes(traveller)).toEqual(["REFUNDED"]);
  expect(await traveller.readRequest()).toMatchObject({
    visaRequestStatus: "PENDING",
    paymentStatus: "REFUNDED",
  });

  const again = await changingNothing(scene.server, () => refund(payment));
  expect(again.code).toBe(0);
  expect(atGateway(payment)).toHaveLength(1);

  // The application can still be paid for.
  const { orderId } = (await order(traveller)).data.createPaymentOrder.order;
  const { data } = await confirm(traveller, gateway.pay(orderId));
  expect(data.confirmPayment.visaRequest.paymentStatus).toBe("PAID");
});

test("a refund whose response was lost is found by our id and not requested again", async () => {
  const [traveller, payment] = await withMoneyDue();
  gateway.meet("reset after doing it");
  const { code, stdout } = await refund(payment);
  expect([code, stdout]).toEqual([0, expect.stringContaining("DUE: The payment provider did not respond.")]);
  expect(await readRefundGauges()).toEqual({ failing: 1, waiting: 1 });
  await scene.endPause("refund");
  await scene.server.restart();
  await waitFor("the payment is refunded", async () => (await scene.outcomes(traveller))[0] === "REFUNDED");
  const [row, ...more] = await readRefunds(payment);
  expect([row!.state, row!.attempts, more]).toEqual(["DONE", 2, []]);
  expect(gateway.countCalls(`POST /v1/payments/${payment}/refund`)).toBe(1);
  expect(atGateway(payment)).toMatchObject([{ receipt: row!.refundId }]);
});

test("three concurrent commands refund a payment once", async () => {
  const [traveller, payment] = await withMoneyDue();
  const endings = await Promise.all([refund(payment), refund(payment), refund(payment)]);
  expect(endings.map(({ code }) => code)).toEqual([0, 0, 0]);
  await waitFor("the payment is refunded", async () => (await scene.outcomes(traveller))[0] === "REFUNDED");
  expect(atGateway(payment)).toHaveLength(1);
  expect(await readRefunds(payment)).toHaveLength(1);
});

test("a refund that the gateway refuses is FAILED, and another command retries it with a new idempotency key", async () => {
  const [traveller, payment] = await withMoneyDue();
  gateway.meet("400");
  const { code, stdout } = await refund(payment);
  expect([code, stdout]).toEqual([1, expect.stringContaining("FAILED: The payment provider refuses.")]);
  expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "REFUND_DUE" });
  expect((await refund(payment)).code).toBe(0);
  const [first, second] = await readRefunds(payment);
  expect([first!.state, first!.lastError, second!.state]).toEqual(["FAILED", "BAD_REQUEST_ERROR", "DONE"]);
  expect(first!.idempotencyKey).not.toBe(second!.idempotencyKey);
  expect(await scene.outcomes(traveller)).toEqual(["REFUNDED"]);
});

test("a refund made in the gateway's dashboard is recognised", async () => {
  const [traveller, payment] = await withMoneyDue();
  const { id } = gateway.refundAtDesk(payment, traveller.order.amount);
  expect(await refund(payment)).toMatchObject({ code: 0, stdout: expect.stringContaining(id) });
  expect(await scene.outcomes(traveller)).toEqual(["REFUNDED"]);
  expect(atGateway(payment)).toHaveLength(1);
});

test("a slow refund is REQUESTED until the gateway's webhook reports its completion", async () => {
  const [traveller, payment] = await withMoneyDue();
  gateway.refundStatus = "pending";
  expect((await refund(payment)).stdout).toContain("REQUESTED: ");
  expect(await readRefundGauges()).toEqual({ failing: 0, waiting: 0 });
  const [made] = atGateway(payment);
  expect(await scene.outcomes(traveller)).toEqual(["REFUND_DUE"]);
  const told = { payment, refund: made!.id };
  // The webhook's body alone is not trusted.
  await scene.tell(gateway.makeWebhook("refund.processed", told, { more: { status: "processed" } }));
  expect(await scene.outcomes(traveller)).toEqual(["REFUND_DUE"]);
  made!.status = "processed";
  await scene.tell(gateway.makeWebhook("refund.processed", told));
  expect(await scene.outcomes(traveller)).toEqual(["REFUNDED"]);
  expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "REFUNDED" });
});

describe("the refund command", () => {
  test("changes nothing for a payment that paid for an application, an unknown payment or a malformed id", async () => {
    const traveller = await scene.withOrder();
    const proof = gateway.pay(traveller.order.orderId);
    await confirm(traveller, proof);
    await changingNothing(scene.server, async () => {
      const settled = await refund(proof.razorpay_payment_id);
      expect([settled.code, settled.stderr]).toEqual([
        1,
        "Only a payment that is due for a refund can be refunded\n",
      ]);
      for (const id of ["pay_AAAAAAAAAAAAAA", "pay_../x"])
        expect(await refund(id)).toEqual({ code: 1, stdout: "", stderr: "Not found\n" });
    });
    expect((await scene.server.runCommand("refund")).code).toBe(2);
    expect(gateway.countCalls(`POST /v1/payments/${proof.razorpay_payment_id}/refund`)).toBe(0);
  });

  test("reports that a disputed payment is refunded later", async () => {
    const [traveller, payment] = await withMoneyDue();
    const dispute = gateway.dispute(payment, traveller.order.amount).id;
    await scene.tell(gateway.makeWebhook("payment.dispute.created", { payment, dispute }));
    const { code, stdout } = await refund(payment);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^IN_DISPUTE: The payer has disputed/)]);
    expect(await readRefunds(payment)).toMatchObject([{ state: "DUE", lastError: "IN_DISPUTE" }]);
  });

  test("succeeds if a bank took the money back after the refund had been decided", async () => {
    const [traveller, payment] = await withMoneyDue();
    gateway.meet("reset");
    expect((await refund(payment)).stdout).toContain("DUE: ");
    const dispute = gateway.dispute(payment, traveller.order.amount);
    Object.assign(dispute, { status: "lost", amount_deducted: dispute.amount });
    await scene.tell(gateway.makeWebhook("payment.dispute.lost", { payment, dispute: dispute.id }));
    expect(await scene.outcomes(traveller)).toEqual(["REFUNDED"]);
    const { code, stdout } = await refund(payment);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ALREADY_RETURNED: Nothing is left.*\n$/)]);
  });

  test("does not change an application that another payment has paid for", async () => {
    const [traveller, payment] = await withMoneyDue();
    const { orderId } = (await order(traveller)).data.createPaymentOrder.order;
    await confirm(traveller, gateway.pay(orderId));
    expect((await refund(payment)).code).toBe(0);
    expect(await scene.outcomes(traveller)).toEqual(["REFUNDED", "SETTLED"]);
    expect(await traveller.readRequest()).toMatchObject({
      visaRequestStatus: "SUBMITTED",
      paymentStatus: "PAID",
    });
  });
});
