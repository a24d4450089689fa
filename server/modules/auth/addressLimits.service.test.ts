import { describe, expect, test } from "@jest/globals";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { limiterOf, type Limit } from "../../db/limiter";
import type { DomainError } from "../../errors";
import { AddressLimits, tooManyCalls } from "./addressLimits.service";

const sendsAllowed = 200;
const triesAllowed = 600;
const inMemory = {
  limiter: ({ name, points, seconds }: Limit) =>
    limiterOf(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })),
};

async function spendSends(limits: AddressLimits, address: string): Promise<void> {
  for (let sent = 0; sent < sendsAllowed; sent++) await limits.countSend(address);
}

async function isRefused(call: Promise<void>): Promise<boolean> {
  return call.then(
    () => false,
    () => true,
  );
}

describe("one address", () => {
  test("may ask for 200 codes in 15 minutes, and is then told how long to wait", async () => {
    const limits = new AddressLimits(inMemory);
    await spendSends(limits, "203.0.113.7");
    const refusal = await limits.countSend("203.0.113.7").catch((error: DomainError) => error);
    expect(refusal).toMatchObject({ code: "RATE_LIMITED", status: 429 });
    const { retryAfter } = refusal as DomainError;
    expect(Number.isInteger(retryAfter)).toBe(true);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
  });

  test("may try 600 codes in 15 minutes", async () => {
    const limits = new AddressLimits(inMemory);
    for (let tried = 0; tried < triesAllowed; tried++) await limits.countTry("203.0.113.7");
    await expect(limits.countTry("203.0.113.7")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("has a count of its own, for sends and tries apart", async () => {
    const limits = new AddressLimits(inMemory);
    await spendSends(limits, "203.0.113.7");
    expect(await isRefused(limits.countSend("203.0.113.7"))).toBe(true);
    expect(await isRefused(limits.countSend("203.0.113.8"))).toBe(false);
    expect(await isRefused(limits.countTry("203.0.113.7"))).toBe(false);
  });
});

describe("with IPv6", () => {
  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["2001:db8::1", "2001:db8:0:0:1:2:3:4"],
    ["2001:db8:0:0:9::", "2001:db8::5"],
  ])("%s and %s are in one /64 and count as one address", async (spent, sibling) => {
    const limits = new AddressLimits(inMemory);
    await spendSends(limits, spent);
    expect(await isRefused(limits.countSend(sibling))).toBe(true);
  });

  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["2001:db8::1", "2001:db8:0:1::1"],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.8"],
  ])("%s and %s count apart", async (spent, other) => {
    const limits = new AddressLimits(inMemory);
    await spendSends(limits, spent);
    expect(await isRefused(limits.countSend(spent))).toBe(true);
    expect(await isRefused(limits.countSend(other))).toBe(false);
  });
});

test("the wait is told in the unit that a person would use", () => {
  const waits = [1, 89, 90, 15 * 60, 89 * 60, 23 * 60 * 60].map((seconds) => tooManyCalls(seconds).message);
  expect(waits.map((message) => message.replace("Too many attempts. Please wait ", ""))).toEqual([
    "1 seconds",
    "89 seconds",
    "2 minutes",
    "15 minutes",
    "89 minutes",
    "23 hours",
  ]);
});
