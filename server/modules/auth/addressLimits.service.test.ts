import { describe, expect, test } from "@jest/globals";
import { makeMemoryLimiter } from "../../platform/rateLimiting/limiter";
import { RateLimits } from "../../platform/rateLimiting/RateLimits";
import type { DomainError } from "../../core/errors";
import { AddressLimits } from "./addressLimits.service";

const triesAllowed = 600;
const makeLimits = () =>
  new AddressLimits(new RateLimits({ limiter: makeMemoryLimiter }), { burst: 1_000, intervalMs: 0 });
const from = (address: string) => ({ address, session: undefined });

/** Requests codes from each address in turn until it is rejected; returns the number of codes. */
async function sendUntilRefused(limits: AddressLimits, addresses: readonly string[]): Promise<number> {
  let sent = 0;
  for (const address of addresses) while (!(await isRefused(limits.countSend(from(address))))) sent++;
  return sent;
}

async function isRefused(call: Promise<void>): Promise<boolean> {
  return call.then(
    () => false,
    () => true,
  );
}

const range = (count: number, toAddress: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => toAddress(index));

describe("one IP address", () => {
  test("may request 20 codes in 15 minutes, and the next request returns the time to wait", async () => {
    const limits = makeLimits();
    expect(await sendUntilRefused(limits, ["203.0.113.7"])).toBe(20);
    const refusal = await limits.countSend(from("203.0.113.7")).catch((error: DomainError) => error);
    expect(refusal).toMatchObject({ code: "RATE_LIMITED", status: 429 });
    const { retryAfter } = refusal as DomainError;
    expect(Number.isInteger(retryAfter)).toBe(true);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
  });

  test("may request 200 codes once a user has logged in from it, and codes requested before the login count", async () => {
    const limits = makeLimits();
    expect(await sendUntilRefused(limits, ["203.0.113.7"])).toBe(20);
    await limits.recordLogin(from("203.0.113.7"));
    expect(await sendUntilRefused(limits, ["203.0.113.7"])).toBe(180);
    await limits.recordLogin(from("198.51.100.7"));
    expect(await sendUntilRefused(limits, ["198.51.100.7"])).toBe(200);
  });

  test("may make 600 attempts at codes in 15 minutes", async () => {
    const limits = makeLimits();
    for (let tried = 0; tried < triesAllowed; tried++) await limits.countAttempt(from("203.0.113.7"));
    await expect(limits.countAttempt(from("203.0.113.7"))).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("has separate limits for requests and for attempts", async () => {
    const limits = makeLimits();
    await sendUntilRefused(limits, ["203.0.113.7"]);
    expect(await isRefused(limits.countSend(from("203.0.113.8")))).toBe(false);
    expect(await isRefused(limits.countAttempt(from("203.0.113.7")))).toBe(false);
  });
});

describe("the addresses of one network share", () => {
  test("a limit of 100 codes per IPv4 /24, which does not affect the next /24", async () => {
    const limits = makeLimits();
    expect(
      await sendUntilRefused(
        limits,
        range(250, (index) => `203.0.113.${index}`),
      ),
    ).toBe(100);
    expect(await isRefused(limits.countSend(from("203.0.112.1")))).toBe(false);
  });

  test("a limit of 600 codes per IPv4 /24 if users have logged in from these addresses", async () => {
    const limits = makeLimits();
    const addresses = range(10, (index) => `::ffff:203.0.113.${index}`);
    for (const address of addresses) await limits.recordLogin(from(address));
    expect(await sendUntilRefused(limits, addresses)).toBe(600);
    expect(await isRefused(limits.countSend(from("203.0.113.77")))).toBe(true);
  });

  test("a limit of 40 codes per IPv6 /56 and 100 per /48", async () => {
    const limits = makeLimits();
    const hex = (index: number) => index.toString(16).padStart(2, "0");
    const ofHousehold = range(256, (index) => `2001:db8:1:ab${hex(index)}::1`);
    expect(await sendUntilRefused(limits, ofHousehold)).toBe(40);
    const ofSite = range(256, (index) => `2001:db8:1:${hex(index)}00::1`);
    expect(await sendUntilRefused(limits, ofSite)).toBe(60);
    expect(await isRefused(limits.countSend(from("2001:db8:2::1")))).toBe(false);
  });
});

describe("with IPv6", () => {
  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["2001:db8::1", "2001:db8:0:0:1:2:3:4"],
    ["2001:db8:0:0:9::", "2001:db8::5"],
  ])("%s and %s share a /64 and count as one address", async (spent, sibling) => {
    const limits = makeLimits();
    await sendUntilRefused(limits, [spent]);
    expect(await isRefused(limits.countSend(from(sibling)))).toBe(true);
  });

  test.each([
    ["2001:db8:1:2::1", "2001:db8:1:3::1"],
    ["2001:db8::1", "2001:db8:0:1::1"],
    ["::ffff:203.0.113.7", "::ffff:203.0.113.8"],
  ])("%s and %s count separately", async (spent, other) => {
    const limits = makeLimits();
    await sendUntilRefused(limits, [spent]);
    expect(await isRefused(limits.countSend(from(spent)))).toBe(true);
    expect(await isRefused(limits.countSend(from(other)))).toBe(false);
  });
});
