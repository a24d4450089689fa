import { describe, expect, test } from "@jest/globals";
import { checkAfterMs, checkUntilMs, findPaymentProblem, nextCheckAt, nextTryAt } from "./payment.rules";

const start = new Date("2026-11-21T10:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);
const minute = 60_000;
const hour = 60 * minute;

describe("an unpaid order", () => {
  test("is checked for four days at intervals that grow from 7.5 minutes to 6 hours", () => {
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

  test("is checked again after 7.5 minutes if the clock was set back", () => {
    expect(nextCheckAt({ handedOutAt: start, now: after(-hour) })).toEqual(after(-hour + 7.5 * minute));
  });
});

test("the delay before a retry doubles from 5 seconds up to an hour", () => {
  const waits = [1, 2, 3, 4, 10, 11, 1000].map((attempts) => nextTryAt(attempts, start).getTime() - +start);
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 2_560_000, hour, hour]);
});

describe("the problem with a payment", () => {
  const order = { razorpayOrderId: "order_A", amount: 100_00 };
  const payment = { orderId: "order_A", amount: 100_00, currency: "INR", status: "captured" };
  test.each([
    ["is captured", {}, undefined],
    ["is authorised", { status: "authorized" }, undefined],
    ["has failed", { status: "failed" }, "PAYMENT_NOT_CAPTURED"],
    ["was refunded", { status: "refunded" }, "PAYMENT_NOT_CAPTURED"],
    ["belongs to another order", { orderId: "order_B" }, "PAYMENT_NOT_CAPTURED"],
    ["has no order id", { orderId: null }, "PAYMENT_NOT_CAPTURED"],
    ["is too small", { amount: 99_99 }, "PAYMENT_AMOUNT_MISMATCH"],
    ["is in another currency", { currency: "USD" }, "PAYMENT_AMOUNT_MISMATCH"],
  ])("that %s (%j) is %s", (_what, changes, code) => {
    expect(findPaymentProblem({ ...payment, ...changes }, order)?.code).toBe(code);
  });
});
