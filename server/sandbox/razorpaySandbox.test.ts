/** Calls the API through the real `razorpay` package, and `POST /pay`. */
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  anOrder,
  Bench,
  connect,
  key,
  pay,
  payNewOrder,
  refundOnce,
  refusal,
} from "../test/kit/standIns/sandboxKit";

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open();
});
afterEach(() => bench.close());

describe("orders and payments", () => {
  test("an order has Razorpay's fields and can be fetched", async () => {
    const { razorpay } = await bench.start({ now: () => new Date("2026-11-20T10:00:00.900Z") });
    const order = await razorpay.orders.create(anOrder);
    expect(order).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: "order",
      amount: 149_900,
      amount_paid: 0,
      amount_due: 149_900,
      currency: "INR",
      receipt: "VP-1",
      offer_id: null,
      status: "created",
      attempts: 0,
      notes: { visaRequestId: "r-1" },
      created_at: 1795168800,
    });
    expect(await razorpay.orders.fetch(order.id)).toEqual(order);
    expect(await razorpay.orders.fetchPayments(order.id)).toEqual({
      entity: "collection",
      count: 0,
      items: [],
    });
  });

  test("orders are found by their receipt, newest first", async () => {
    const { razorpay } = await bench.start();
    const [first, second] = [await razorpay.orders.create(anOrder), await razorpay.orders.create(anOrder)];
    await razorpay.orders.create({ ...anOrder, receipt: "VP-2" });
    const { items } = await razorpay.orders.all({ receipt: "VP-1" });
    expect(items.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await razorpay.orders.all({ receipt: "VP-3" })).count).toBe(0);
    expect((await razorpay.orders.all({ count: 2 })).count).toBe(2);
  });

  test("an order cannot be paid during a simulated outage", async () => {
    const sandbox = await bench.start();
    const { id } = await sandbox.razorpay.orders.create(anOrder);
    await fetch(`${sandbox.origin}/razorpay-sandbox/v1/test/outage`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Basic ${btoa(`${key.key_id}:${key.key_secret}`)}`,
      },
      body: JSON.stringify({ seconds: 60 }),
    });
    await expect(sandbox.razorpay.orders.fetch(id)).rejects.toMatchObject({ statusCode: 503 });
    expect(await pay(sandbox, id, "success")).toMatchObject({
      status: 503,
      body: { error: { description: expect.stringContaining("try again") } },
    });
  });

  test("paying an order returns a valid signature, and the order cannot be paid again", async () => {
    const sandbox = await bench.start();
    const order = await sandbox.razorpay.orders.create(anOrder);
    const { status, body } = await pay(sandbox, order.id, "success");
    expect(status).toBe(200);
    expect(body).toEqual({
      razorpay_order_id: order.id,
      razorpay_payment_id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
      razorpay_signature: createHmac("sha256", key.key_secret)
        .update(`${order.id}|${body.razorpay_payment_id}`)
        .digest("hex"),
    });

    const payment = await sandbox.razorpay.payments.fetch(body.razorpay_payment_id!);
    expect(payment).toMatchObject({
      status: "captured",
      captured: true,
      amount: 149_900,
      order_id: order.id,
    });
    const paid = await sandbox.razorpay.orders.fetch(order.id);
    expect(paid).toMatchObject({ status: "paid", attempts: 1, amount_paid: 149_900, amount_due: 0 });

    expect(await pay(sandbox, order.id, "success")).toMatchObject({
      status: 400,
      body: { error: { description: "Payment already done for this order." } },
    });
  });

  test("only one of three concurrent payments is accepted", async () => {
    const sandbox = await bench.start();
    const order = await sandbox.razorpay.orders.create(anOrder);
    const tries = await Promise.all([1, 2, 3].map(() => pay(sandbox, order.id, "success")));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await sandbox.razorpay.orders.fetchPayments(order.id)).count).toBe(1);
  });

  test("an order remains payable after a failed payment", async () => {
    const sandbox = await bench.start();
    const order = await sandbox.razorpay.orders.create(anOrder);
    const failure = await pay(sandbox, order.id, "failure");
    expect(failure).toMatchObject({
      status: 200,
      body: {
        error: {
          code: "BAD_REQUEST_ERROR",
          source: "bank",
          step: "payment_authorization",
          reason: "payment_failed",
          metadata: { order_id: order.id, payment_id: expect.stringMatching(/^pay_/) },
        },
      },
    });
    expect(await sandbox.razorpay.orders.fetch(order.id)).toMatchObject({ status: "attempted", attempts: 1 });
    expect((await pay(sandbox, order.id, "success")).status).toBe(200);
    expect(await sandbox.razorpay.orders.fetch(order.id)).toMatchObject({ status: "paid", attempts: 2 });
    const { items } = await sandbox.razorpay.orders.fetchPayments(order.id);
    expect(items.map(({ status, error_reason }) => [status, error_reason])).toEqual([
      ["failed", "payment_failed"],
      ["captured", null],
    ]);
  });

  test("an authorised payment is captured once, and only with the authorised amount", async () => {
    const sandbox = await bench.start();
    const { payments, orders } = sandbox.razorpay;
    const order = await orders.create(anOrder);
    const id = (await pay(sandbox, order.id, "authorized")).body.razorpay_payment_id!;
    expect(await payments.fetch(id)).toMatchObject({ status: "authorized", captured: false });
    expect(await orders.fetch(order.id)).toMatchObject({ status: "attempted", amount_paid: 0 });

    await expect(payments.capture(id, 149_800, "INR")).rejects.toMatchObject(
      refusal(400, "Capture amount must be equal to the amount authorized", { field: "amount" }),
    );
    expect(await payments.capture(id, 149_900, "INR")).toMatchObject({ status: "captured", captured: true });
    expect(await orders.fetch(order.id)).toMatchObject({ status: "paid", amount_due: 0 });
    await expect(payments.capture(id, 149_900, "INR")).rejects.toMatchObject(
      refusal(400, "This payment has already been captured"),
    );
  });

  test("a payment that only a webhook reports returns no proof of payment", async () => {
    const sandbox = await bench.start();
    const order = await sandbox.razorpay.orders.create(anOrder);
    const { body } = await pay(sandbox, order.id, "webhook_only");
    expect(body).toEqual({ webhook_only: true, razorpay_order_id: order.id });
    expect((await sandbox.razorpay.orders.fetch(order.id)).status).toBe("paid");
  });
});

describe("refunds", () => {
  test("can be partial, up to the amount of the payment", async () => {
    const sandbox = await bench.start();
    const { orders, payments, refunds } = sandbox.razorpay;
    const order = await orders.create(anOrder);
    const id = (await pay(sandbox, order.id, "success")).body.razorpay_payment_id!;
    const part = await payments.refund(id, { amount: 49_900 });
    expect(part).toMatchObject({ entity: "refund", amount: 49_900, payment_id: id, status: "processed" });
    expect(part.id).toMatch(/^rfnd_[0-9A-Za-z]{14}$/);
    expect(await refunds.fetch(part.id)).toEqual(part);
    expect(await payments.fetch(id)).toMatchObject({ status: "captured", refund_status: "partial" });
    await expect(payments.refund(id, { amount: 100_001 })).rejects.toMatchObject(
      refusal(400, "The total refund amount is greater than the refund payment amount"),
    );
    expect(await payments.refund(id, {})).toMatchObject({ amount: 100_000 });
    expect(await payments.fetch(id)).toMatchObject({ status: "refunded", amount_refunded: 149_900 });
    await expect(payments.refund(id, {})).rejects.toMatchObject(
      refusal(400, "The payment has been fully refunded already"),
    );
  });

  test("with the same idempotency key are made once, even after a restart", async () => {
    const sandbox = await bench.start();
    const id = await payNewOrder(sandbox, "success");
    const first = await refundOnce(sandbox, id, { amount: 20_000 }, "refund-of-r-1");
    expect(await refundOnce(sandbox, id, { amount: 20_000 }, "refund-of-r-1")).toEqual(first);
    await sandbox.app.close();
    const restarted = await bench.start();
    expect(await refundOnce(restarted, id, { amount: 20_000 }, "refund-of-r-1")).toEqual(first);
    expect((await restarted.razorpay.payments.fetch(id)).amount_refunded).toBe(20_000);
    await expect(refundOnce(restarted, id, { amount: 30_000 }, "refund-of-r-1")).rejects.toMatchObject({
      response: { status: 400 },
    });
  });

  test("require a captured payment", async () => {
    const sandbox = await bench.start();
    const id = await payNewOrder(sandbox, "authorized");
    await expect(sandbox.razorpay.payments.refund(id, {})).rejects.toMatchObject(
      refusal(400, "The payment status should be captured for action to be taken"),
    );
  });
});

describe("the API", () => {
  test.each([
    [{ amount: 99 }, "Order amount less than minimum amount allowed", "amount"],
    [{ amount: 100.5 }, "The amount must be an integer.", "amount"],
    [{ amount: undefined }, "amount: is required.", "amount"],
    [{ currency: "USD" }, "Currency is not supported", "currency"],
    [{ receipt: "x".repeat(41) }, "receipt: the length must be no more than 40.", "receipt"],
    [{ notes: { a: "x".repeat(257) } }, "Notes value cannot be longer than 256 characters", "notes"],
  ])("rejects an order with %j", async (wrong, description, field) => {
    const { razorpay } = await bench.start();
    await expect(razorpay.orders.create({ ...anOrder, ...wrong } as never)).rejects.toMatchObject(
      refusal(400, description, { field, source: "business" }),
    );
  });

  test("rejects unknown ids", async () => {
    const sandbox = await bench.start();
    const { orders, payments, refunds } = sandbox.razorpay;
    const unknown = refusal(400, "The id provided does not exist");
    await expect(orders.fetch("order_00000000000000")).rejects.toMatchObject(unknown);
    await expect(orders.fetchPayments("order_00000000000000")).rejects.toMatchObject(unknown);
    await expect(payments.fetch("pay_00000000000000")).rejects.toMatchObject(unknown);
    await expect(refunds.fetch("rfnd_00000000000000")).rejects.toMatchObject(unknown);
    expect((await pay(sandbox, "order_00000000000000", "success")).status).toBe(400);
  });

  test("rejects a wrong secret before it checks anything else", async () => {
    const { origin } = await bench.start();
    const stranger = connect(origin, { ...key, key_secret: "guess" });
    const wrongKey = refusal(401, "Authentication failed");
    await expect(stranger.orders.create(anOrder)).rejects.toMatchObject(wrongKey);
    await expect(stranger.orders.all()).rejects.toMatchObject(wrongKey);
    expect((await fetch(`${origin}/razorpay-sandbox/v1/orders/order_00000000000000`)).status).toBe(401);
  });

  test("rejects an unknown URL, invalid JSON, a body that is too large, and an unknown outcome", async () => {
    const sandbox = await bench.start();
    await expect(sandbox.razorpay.customers.all()).rejects.toMatchObject(
      refusal(400, "The requested URL was not found on the server."),
    );
    const post = async (body: string) =>
      (
        await fetch(`${sandbox.origin}/razorpay-sandbox/pay`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        })
      ).status;
    expect(await post("{")).toBe(400);
    expect(await post("[1]")).toBe(400);
    expect(await post(`{"x":"${"x".repeat(100 * 1024)}"}`)).toBe(413);
    expect(await post('{"order_id":"order_00000000000000","outcome":"toString"}')).toBe(400);
    expect(await post('{"order_id":{"toString":1},"outcome":"success"}')).toBe(400);
  });

  test("reads form bodies like JSON bodies", async () => {
    const { origin } = await bench.start();
    const response = await fetch(`${origin}/razorpay-sandbox/v1/orders`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${key.key_id}:${key.key_secret}`).toString("base64")}`,
      },
      body: new URLSearchParams({ amount: "500", currency: "INR", "notes[trip]": "UAE" }),
    });
    expect(await response.json()).toMatchObject({ amount: 500, notes: { trip: "UAE" } });
  });
});
