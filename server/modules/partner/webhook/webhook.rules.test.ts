import { describe, expect, test } from "@jest/globals";
import { endpointChanges, nextAttemptAt, outcomeOf, readRetryAfter, shouldPause } from "./webhook.rules";

const now = new Date("2026-11-26T00:00:00Z");
const secondsAfter = (failed: number, random: number, retryAfterMs?: number) => {
  const next = nextAttemptAt(failed, { now, random, retryAfterMs });
  return next && Math.round((next.getTime() - now.getTime()) / 1000);
};

describe("the next attempt", () => {
  test("is due after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h", () => {
    const hour = 3600;
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((failed) => secondsAfter(failed, 0.5))).toEqual([
      ...[5, 300, 1800],
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
      undefined,
    ]);
  });

  test("is up to 20 % earlier or later", () => {
    expect([0, 1].map((random) => secondsAfter(2, random))).toEqual([240, 360]);
  });

  test("is delayed at least as long as Retry-After states, up to a day", () => {
    expect(secondsAfter(1, 0.5, 60_000)).toBe(60);
    expect(secondsAfter(1, 0.5, 1_000)).toBe(5);
    expect(secondsAfter(1, 0.5, 48 * 3_600_000)).toBe(24 * 3600);
  });
});

test("Retry-After is read as seconds or a date", () => {
  expect(readRetryAfter("120", now)).toBe(120_000);
  expect(readRetryAfter("Thu, 26 Nov 2026 00:01:00 GMT", now)).toBe(60_000);
  expect(readRetryAfter("Thu, 26 Nov 2020 00:01:00 GMT", now)).toBe(0);
  expect([null, "", "soon", "-5x"].map((header) => readRetryAfter(header, now))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("an endpoint is paused after three days of failures", () => {
  expect(shouldPause("2026-11-23T00:00:00.001Z", now)).toBe(false);
  expect(shouldPause("2026-11-23T00:00:00.000Z", now)).toBe(true);
});

test("only 2xx is a success, and 410 ends the endpoint", () => {
  expect([200, 204, 301, 302, 400, 410, 429, 500, null].map(outcomeOf)).toEqual([
    ...["DONE", "DONE", "FAILED", "FAILED", "FAILED", "GONE", "FAILED", "FAILED", "FAILED"],
  ]);
});

describe("an endpoint", () => {
  const at = now.toISOString();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000).toISOString();
  const active = { endedAt: null, pausedAt: null, failingSince: null };

  test.each<[string, Record<keyof typeof active, string | null>, "DONE" | "GONE" | "FAILED", object]>([
    ["does not change after a success", active, "DONE", {}],
    ["fails from its first failure on", active, "FAILED", { failingSince: at }],
    ["continues to fail", { ...active, failingSince: daysAgo(2) }, "FAILED", {}],
    [
      "stops failing after a success",
      { ...active, failingSince: daysAgo(2) },
      "DONE",
      { failingSince: null },
    ],
    [
      "is paused after 3 days",
      { ...active, failingSince: daysAgo(3) },
      "FAILED",
      { pausedAt: at, noticeDueAt: at },
    ],
    ["ends if it is gone", active, "GONE", { endedAt: at }],
    ["is not ended while it is paused", { ...active, pausedAt: daysAgo(1) }, "GONE", {}],
    ["does not change after its end", { ...active, endedAt: daysAgo(1) }, "FAILED", {}],
  ])("%s", (_what, endpoint, outcome, changes) => {
    expect(endpointChanges(endpoint, outcome, now)).toEqual(changes);
  });
});
