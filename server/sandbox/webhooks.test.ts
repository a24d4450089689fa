import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { FastifyBaseLogger } from "fastify";
import {
  anOrder,
  Bench,
  pay,
  payNewOrder,
  post,
  until,
  webhookSecret,
} from "../test/kit/standIns/sandboxKit";

import { Store } from "./store";
import { Webhooks } from "./webhooks";

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open();
});
afterEach(() => bench.close());

describe("webhooks", () => {
  test("report a payment, with a signature of the raw body", async () => {
    const sandbox = await bench.start();
    const order = await sandbox.razorpay.orders.create(anOrder);
    const id = (await pay(sandbox, order.id, "success")).body.razorpay_payment_id;
    await until(() => bench.webhooks.length === 3);
    const byEvent = new Map(bench.webhooks.map((webhook) => [webhook.event, webhook]));
    expect([...byEvent.keys()].sort()).toEqual(["order.paid", "payment.authorized", "payment.captured"]);
    for (const { headers, raw, payload } of bench.webhooks) {
      expect(headers["x-razorpay-signature"]).toBe(
        createHmac("sha256", webhookSecret).update(raw).digest("hex"),
      );
      expect(JSON.parse(raw)).toMatchObject({ entity: "event", account_id: expect.stringMatching(/^acc_/) });
      expect(payload.payment!.entity).toMatchObject({ id, order_id: order.id });
    }
    expect(byEvent.get("payment.authorized")!.payload.payment!.entity.status).toBe("authorized");
    expect(byEvent.get("payment.captured")!.payload.payment!.entity.status).toBe("captured");
    expect(byEvent.get("order.paid")!.payload.order!.entity).toMatchObject({ id: order.id, status: "paid" });
    expect(new Set(bench.webhooks.map(({ headers }) => headers["x-razorpay-event-id"])).size).toBe(3);
  });

  test("report a failed payment and a refund", async () => {
    const sandbox = await bench.start();
    const order = await sandbox.razorpay.orders.create(anOrder);
    await pay(sandbox, order.id, "failure");
    await pay(sandbox, order.id, "webhook_only");
    const { items } = await sandbox.razorpay.orders.fetchPayments(order.id);
    const { id } = items.find(({ status }) => status === "captured")!;
    await sandbox.razorpay.payments.refund(id, {});
    await until(() => bench.webhooks.length === 5);
    const events = bench.webhooks.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(["payment.failed", "order.paid", "refund.processed"]));
    const refund = bench.webhooks.find(({ event }) => event === "refund.processed")!;
    expect(refund.payload.refund!.entity).toMatchObject({ payment_id: id, amount: 149_900 });
    expect(refund.payload.payment!.entity).toMatchObject({ status: "refunded" });
  });

  test("report a dispute and the bank's decision, and the API lists disputes and refunds", async () => {
    const sandbox = await bench.start();
    const id = await payNewOrder(sandbox, "success");
    const [first, second] = [
      await sandbox.razorpay.payments.refund(id, { amount: 100_00, receipt: "r-1" }),
      await sandbox.razorpay.payments.refund(id, { amount: 200_00 }),
    ];
    const opened = await post(sandbox, "/dispute", { payment_id: id, amount: 500_00 });
    expect(opened).toMatchObject({ status: 200, body: { status: "open", amount_deducted: 0 } });
    const end = { dispute_id: opened.body["id"], outcome: "lost" };
    expect((await post(sandbox, "/dispute/end", end)).status).toBe(200);
    expect((await post(sandbox, "/dispute/end", end)).status).toBe(400);
    await until(() => bench.webhooks.length === 7);
    const told = bench.webhooks.filter(({ event }) => event.startsWith("payment.dispute."));
    expect(
      new Set(told.map(({ event, payload }) => `${event} ${String(payload.dispute!.entity.status)}`)),
    ).toEqual(new Set(["payment.dispute.created open", "payment.dispute.lost lost"]));
    const { disputes, payments, refunds } = sandbox.razorpay;
    expect((await disputes.all()).items).toMatchObject([{ payment_id: id, amount_deducted: 500_00 }]);
    expect(await disputes.fetch(String(end.dispute_id))).toMatchObject({ status: "lost" });
    const ofPayment = (await payments.fetchMultipleRefund(id)).items;
    expect(ofPayment.map(({ id: refundId }) => refundId)).toEqual([second.id, first.id]);
    expect((await refunds.all({ count: 1, skip: 1 })).items).toMatchObject([{ receipt: "r-1" }]);
    expect((await refunds.all({ from: Date.now() / 1000 + 60 })).items).toEqual([]);
  });

  test("are repeated with the same event id until they are accepted", async () => {
    const sandbox = await bench.start();
    bench.answers = [500];
    await pay(sandbox, (await sandbox.razorpay.orders.create(anOrder)).id, "failure");
    await until(() => bench.webhooks.length === 2);
    const [first, second] = bench.webhooks;
    expect(second!.headers["x-razorpay-event-id"]).toBe(first!.headers["x-razorpay-event-id"]);
    expect(second!.raw).toBe(first!.raw);
  });

  test("are repeated after two minutes if their outcome could not be recorded", async () => {
    const store = await Store.open(bench.stateFile);
    const value = { id: "delivery", body: "{}", attempts: 0 };
    await store.change(() => ({ records: [{ kind: "delivery", value }], result: null }));
    const error = jest.fn();
    const log = { error } as unknown as FastifyBaseLogger;
    const options = { url: () => undefined, secret: "s", keyId: "k", now: () => new Date(), log };
    const webhooks = new Webhooks(store, options);
    jest.spyOn(store, "change").mockRejectedValue(new Error("disk full"));
    jest.useFakeTimers();
    try {
      webhooks.schedule("delivery");
      await jest.advanceTimersByTimeAsync(119_000);
      expect(error).toHaveBeenCalledTimes(1);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(error).toHaveBeenCalledTimes(2);
    } finally {
      webhooks.stop();
      jest.useRealTimers();
      await store.close();
    }
  });

  test("are repeated after a restart, and stop if the route does not exist", async () => {
    const sandbox = await bench.start();
    bench.answers = [500, 404];
    await pay(sandbox, (await sandbox.razorpay.orders.create(anOrder)).id, "failure");
    await until(() => bench.webhooks.length === 1);
    await sandbox.app.close();
    const second = await bench.start();
    await until(() => bench.webhooks.length === 2);
    expect(bench.webhooks[1]!.headers["x-razorpay-event-id"]).toBe(
      bench.webhooks[0]!.headers["x-razorpay-event-id"],
    );
    await until(() => bench.answers.length === 0);
    await new Promise((done) => setTimeout(done, 200));
    await second.app.close();
    expect(await readFile(bench.stateFile, "utf8")).toContain('"delivered"');
    await bench.start();
    expect(await readFile(bench.stateFile, "utf8")).not.toContain('"deliver');
  });
});
