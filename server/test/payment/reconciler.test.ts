import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addApplicant } from "../kit/stories/applicants";
import { editDatabase } from "../kit/data/editDatabase";
import type { FakeRazorpay } from "../kit/standIns/fakeRazorpay";
import { MoneyScene } from "../kit/stories/moneyScene";
import { order } from "../kit/stories/paying";
import { readTables, type Tables } from "../kit/data/readTables";
import type { Traveller } from "../kit/personas/traveller";
import { waitFor } from "../kit/waitFor";

let scene: MoneyScene;
let gateway: FakeRazorpay;
beforeAll(async () => {
  scene = await MoneyScene.set({ RECONCILE_EVERY_SECONDS: "1" });
  gateway = scene.gateway;
  // Due refunds start automatically, but the gateway does not complete them.
  gateway.refundStatus = "pending";
});
afterAll(() => scene.clear());

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Backdates each order by its age in milliseconds. `mishaps` are the gateway's first responses to queries about the
 * orders.
 */
async function age(
  orders: readonly [Traveller, number][],
  ...mishaps: Parameters<FakeRazorpay["meet"]>
): Promise<void> {
  gateway.meetAt("GET /v1/orders", ...mishaps);
  // Adding the index preserves the sequence of orders, because the reconciler checks the oldest first.
  const ages = orders.map(([{ request }, ms], index) => {
    const at = new Date(Date.now() - ms + index).toISOString();
    return `WHEN '${request.visaRequestId}' THEN '${at}'`;
  });
  const aged = `CASE "visaRequestId" ${ages.join(" ")} END`;
  // In one statement, because the reconciler might run between two statements.
  await editDatabase(
    scene.server,
    `UPDATE payment_order SET "createdAt" = ${aged}, "handedOutAt" = ${aged}, "nextAskAt" = NULL
     WHERE "visaRequestId" IN (${orders.map(([{ request }]) => `'${request.visaRequestId}'`).join()})`,
  );
}

async function readOrders({ request }: Traveller): Promise<Tables["payment_order"]> {
  const { payment_order: rows } = await readTables(scene.server, ["payment_order"]);
  return rows.filter(({ visaRequestId }) => visaRequestId === request.visaRequestId);
}

const questions = ({ order: made }: Traveller) =>
  gateway.countCalls(`GET /v1/orders/${made.orderId}/payments`);

/** The traveller whose order is too recent for the reconciler in the first test and too old in a later one. */
let waiting: Traveller;

test("only unpaid orders that are 15 minutes to 4 days old are queried, and their payments are recorded", async () => {
  const travellers = await Promise.all(Array.from({ length: 4 }, () => scene.withOrder()));
  for (const { order: made } of travellers) gateway.pay(made.orderId);
  const [young, ripe, late, old] = travellers as [Traveller, Traveller, Traveller, Traveller];
  await age([
    [young, 14 * minute],
    [ripe, 16 * minute],
    [late, 4 * day - minute],
    [old, 4 * day + minute],
  ]);
  await scene.untilPaid(ripe);
  await scene.untilPaid(late);
  expect([questions(young), questions(old)]).toEqual([0, 0]);
  expect(await young.readRequest()).toMatchObject({ paymentStatus: "PENDING" });
  waiting = young;
});

test("an unpaid order is queried at growing intervals until it is paid", async () => {
  const traveller = await scene.withOrder();
  gateway.pay(traveller.order.orderId, { status: "failed" });
  const pauseAfter = async (): Promise<number> => {
    const before = questions(traveller);
    await waitFor("the gateway is queried", () => questions(traveller) > before);
    await waitFor("the next check", async () => (await readOrders(traveller))[0]!.nextAskAt !== null);
    const [kept] = await readOrders(traveller);
    return Date.parse(kept!.nextAskAt) - Date.now();
  };
  const aged = age([[traveller, 20 * minute]]);
  const [first] = await Promise.all([pauseAfter(), aged]);
  const agedMore = age([[traveller, 4 * 60 * minute]]);
  const [second] = await Promise.all([pauseAfter(), agedMore]);
  expect(first).toBeGreaterThan(8 * minute);
  expect(first).toBeLessThan(11 * minute);
  expect(second).toBeGreaterThan(100 * minute);
  expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "PENDING" });

  gateway.pay(traveller.order.orderId);
  await age([[traveller, 8 * 60 * minute]]);
  await scene.untilPaid(traveller);
  expect(questions(traveller)).toBe(3);
});

test("an order that is handed out again after five days is queried again", async () => {
  const traveller = await scene.withOrder();
  await age([[traveller, 5 * day]]);
  expect((await order(traveller)).data.createPaymentOrder.order).toEqual(traveller.order);
  gateway.pay(traveller.order.orderId);
  // Makes the order due, because the reconciler may have queried it before the payment.
  const paymentOrderId = (await readOrders(traveller))[0]!.paymentOrderId;
  await editDatabase(scene.server, `UPDATE payment_order SET "nextAskAt" = NULL WHERE "paymentOrderId" = ?`, [
    paymentOrderId,
  ]);
  await scene.untilPaid(traveller);
});

test("an order that the previous release created during an update is queried", async () => {
  const traveller = await scene.withOrder();
  gateway.pay(traveller.order.orderId);
  const createdAt = new Date(Date.now() - 20 * minute).toISOString();
  await editDatabase(
    scene.server,
    `UPDATE payment_order SET "createdAt" = ?, "handedOutAt" = '', "nextAskAt" = NULL WHERE "visaRequestId" = ?`,
    [createdAt, traveller.request.visaRequestId],
  );
  await scene.untilPaid(traveller);
});

test("an authorised payment is captured once, and a payment for a void order becomes REFUND_DUE", async () => {
  const reserved = await scene.withOrder();
  const proof = gateway.pay(reserved.order.orderId, { status: "authorized" });
  const changed = await scene.withOrder();
  gateway.pay(changed.order.orderId);
  await addApplicant(changed, scene.files);
  await age([
    [reserved, 20 * minute],
    [changed, 20 * minute],
  ]);
  await scene.untilPaid(reserved);
  expect(gateway.countCalls(`POST /v1/payments/${proof.razorpay_payment_id}/capture`)).toBe(1);
  await waitFor("the other payment is due", async () => (await scene.outcomes(changed))[0] === "REFUND_DUE");
  expect(await changed.readRequest()).toMatchObject({
    visaRequestStatus: "PENDING",
    paymentStatus: "REFUND_DUE",
  });
});

test("an unreported payment of a wrong amount becomes REFUND_DUE", async () => {
  const traveller = await scene.withOrder();
  gateway.pay(traveller.order.orderId, { amount: 100 });
  await age([[traveller, 20 * minute]]);
  await waitFor("the payment is due", async () => (await scene.outcomes(traveller))[0] === "REFUND_DUE");
  expect(await traveller.readRequest()).toMatchObject({ paymentStatus: "REFUND_DUE" });
});

test("an order whose response was lost is found at the gateway by its receipt and not created again", async () => {
  const traveller = await scene.readyToPay();
  gateway.meetAt("POST /v1/orders", "reset after doing it");
  expect((await order(traveller)).data.createPaymentOrder.order).toBeNull();
  expect(await readOrders(traveller)).toMatchObject([{ state: "INTENT", razorpayOrderId: null }]);
  const ofIt = () =>
    [...gateway.orders.values()].filter(
      ({ notes }) => notes.visaRequestId === traveller.request.visaRequestId,
    );
  const [lost] = ofIt();
  gateway.pay(lost!.id);
  await age([[traveller, 20 * minute]]);
  await scene.untilPaid(traveller);
  expect(await readOrders(traveller)).toMatchObject([{ state: "PAID", razorpayOrderId: lost!.id }]);
  expect(ofIt()).toHaveLength(1);
});

test("a failing gateway stops the run, and later runs record the remaining payments", async () => {
  const travellers = await Promise.all(Array.from({ length: 10 }, () => scene.withOrder()));
  for (const { order: made } of travellers) gateway.pay(made.orderId);
  const before = gateway.calls.length;
  await age(
    [[waiting, 5 * day], ...travellers.map((traveller): [Traveller, number] => [traveller, 20 * minute])],
    ...Array.from({ length: 4 }, () => "HTML 500" as const),
  );
  const stopped = '"stopped":true,"msg":"checked unpaid orders"';
  await waitFor("a run was stopped", () => scene.server.output.includes(stopped));
  const [line] = scene.server.output.split("\n").filter((one) => one.includes(stopped));
  expect(JSON.parse(line!)).toMatchObject({ orders: 10, asked: 4 });
  for (const traveller of travellers.slice(4)) await scene.untilPaid(traveller);
  expect(gateway.calls.length - before).toBeLessThan(4 + 10 + 1);
  // Makes all orders due; those whose check failed would wait another minute.
  await age(travellers.map((traveller) => [traveller, 30 * minute]));
  for (const traveller of travellers) await scene.untilPaid(traveller);
});

test("runs do not overlap while the gateway is silent, and a stopping server waits for the current run", async () => {
  const [first, second] = [await scene.withOrder(), await scene.withOrder()];
  for (const { order: made } of [first, second]) gateway.pay(made.orderId);
  await age([[first, 20 * minute]], "silence");
  await waitFor("the gateway call times out", () => scene.server.output.includes('"outage":"TIMEOUT"'));
  expect(questions(first)).toBe(1);

  await age([[second, 20 * minute]], "silence");
  await waitFor("the gateway is queried", () => questions(second) === 1);
  expect(await scene.server.stop()).toBe(0);
  await scene.server.start();
});
