import { describe, expect, test } from "@jest/globals";
import { readEvent } from "./razorpayEvents";

const entity = (id: unknown) => ({ entity: { id } });
const payment = entity("pay_abcdefghijklmn");

const read = (body: unknown, eventId = "") =>
  readEvent({
    bytes: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    header: (name) => (name === "X-Razorpay-Event-Id" ? eventId : ""),
  });

describe("an event", () => {
  test("is read with its id, its type and the ids in its payload", () => {
    const payload = { payment, order: entity("order_abcdefghijklmn"), refund: entity("rfnd_abcdefghijklmn") };
    expect(read({ event: "refund.created", payload }, "evt_1")).toEqual({
      id: "evt_1",
      type: "refund.created",
      orderId: "order_abcdefghijklmn",
      paymentId: "pay_abcdefghijklmn",
      refundId: "rfnd_abcdefghijklmn",
      disputeId: null,
      concernsUs: true,
    });
  });

  test("is identified by the hash of its body if its id is missing or too long", () => {
    const body = { event: "payment.captured", payload: { payment } };
    const [without, overlong] = [read(body), read(body, "x".repeat(101))];
    expect(without?.id).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(overlong?.id).toBe(without?.id);
    expect(read({ ...body, at: 1 })?.id).not.toBe(without?.id);
  });

  test.each<[string, unknown]>([
    ["an unknown type", { event: "invoice.paid", payload: { payment } }],
    ["no entity", { event: "payment.captured", payload: {} }],
    ["a payload that is not an object", { event: "payment.captured", payload: 1 }],
    [
      "an order's id as a payment",
      { event: "payment.captured", payload: { payment: entity("order_abcdefghijklmn") } },
    ],
    ["a path as an id", { event: "payment.captured", payload: { payment: entity("pay_abcdefghijk/..") } }],
    ["an id that is not a string", { event: "payment.captured", payload: { payment: entity(7) } }],
  ])("with %s does not concern us", (_what, body) => {
    expect(read(body)?.concernsUs).toBe(false);
  });

  test.each(["", "{", "1", "null", '{"payload":{}}'])("is not %j", (body) => {
    expect(read(body)).toBeUndefined();
  });
});
