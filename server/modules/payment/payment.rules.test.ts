import { describe, expect, test } from "@jest/globals";
import { checkAfterMs, checkUntilMs, findPaymentProblem, nextCheckAt, nextTryAt } from "./payment.rules";

const start = new Date("2026-11-21T10:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const hour = 60 * minute;

describe("an unpaid order", () => {
  test("is checked at growing intervals, neither too rarely nor too often over four days", () => {
    const asked: number[] = [];
    for (let at = checkAfterMs; at <= checkUntilMs;) {
      asked.push(at);
      at = nextCheckAt({ handedOutAt: start, now: after(at) }).getTime() - start.getTime();
    }
    const pauses = asked.slice(1).map((at, index) => at - asked[index]!);
    expect(pauses[0]).toBe(7.5 * minute);
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    expect(Math.max(...pauses)).toBe(6 * hour);
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.length).toBeLessThan(30);
    expect(checkUntilMs - asked.at(-1)!).toBeLessThan(6 * hour);
  });

  test("waits the full interval even if the clock was set back", () => {
    expect(nextCheckAt({ handedOutAt: start, now: after(-hour) })).toEqual(after(-hour + 7.5 * minute));
  });
});

test("retries after 5 seconds, then twice as long each time, at most an hour", () => {
  const waits = [1, 2, 3, 4, 10, 11, 1000].map((attempts) => nextTryAt(attempts, start).getTime() - +start);
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 2_560_000, hour, hour]);
});

describe("a payment for an order", () => {
  const order = { razorpayOrderId: "order_A", amount: 100_00 };
  const payment = { orderId: "order_A", amount: 100_00, currency: "INR", status: "captured" };
  test.each([
    ["captured", {}, undefined],
    ["authorised", { status: "authorized" }, undefined],
    ["failed", { status: "failed" }, "PAYMENT_NOT_CAPTURED"],
    ["refunded", { status: "refunded" }, "PAYMENT_NOT_CAPTURED"],
    ["another order's", { orderId: "order_B" }, "PAYMENT_NOT_CAPTURED"],
    ["of no order", { orderId: null }, "PAYMENT_NOT_CAPTURED"],
    ["too small", { amount: 99_99 }, "PAYMENT_AMOUNT_MISMATCH"],
    ["of another currency", { currency: "USD" }, "PAYMENT_AMOUNT_MISMATCH"],
  ])("that is %s: %j gives %s", (_what, changes, code) => {
    expect(findPaymentProblem({ ...payment, ...changes }, order)?.code).toBe(code);
  });
});
