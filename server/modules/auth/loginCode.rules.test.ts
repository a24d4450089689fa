import { describe, expect, test } from "@jest/globals";
import { fillSms } from "../notification/messageTexts.rules";
import { codeDigits, codeLifeSeconds, maxTries, secondsUntilNextSend } from "./loginCode.rules";

const now = new Date("2026-11-20T12:00:00Z");
const minute = 60;
const hour = 60 * minute;
const sentAgo = (...seconds: number[]) => seconds.map((ago) => new Date(now.getTime() - ago * 1000));

test("a code has six digits, lasts five minutes and takes five tries", () => {
  expect([codeDigits, codeLifeSeconds, maxTries]).toEqual([6, 300, 5]);
});

describe("the next code may be sent", () => {
  test("at once to a number that got none, one or two in 15 minutes", () => {
    expect(secondsUntilNextSend([], now)).toBe(0);
    expect(secondsUntilNextSend(sentAgo(0), now)).toBe(0);
    expect(secondsUntilNextSend(sentAgo(0, 1), now)).toBe(0);
  });

  test("after three in 15 minutes only once the oldest of them is 15 minutes old", () => {
    expect(secondsUntilNextSend(sentAgo(0, 0, 0), now)).toBe(15 * minute);
    expect(secondsUntilNextSend(sentAgo(14 * minute, 5 * minute, minute), now)).toBe(minute);
    expect(secondsUntilNextSend(sentAgo(15 * minute - 1, 5, 1), now)).toBe(1);
    expect(secondsUntilNextSend(sentAgo(15 * minute, 5, 1), now)).toBe(0);
  });

  test("in the order of time, whatever order the sends are told in", () => {
    expect(secondsUntilNextSend(sentAgo(minute, 14 * minute, 5 * minute), now)).toBe(minute);
  });

  test("by the newest three, where there are more than three in the window", () => {
    expect(secondsUntilNextSend(sentAgo(14 * minute, 10 * minute, 5 * minute, minute), now)).toBe(5 * minute);
  });

  test("after ten in a day only once the oldest of them is a day old", () => {
    const nineOlder = [23, 20, 18, 16, 14, 12, 10, 8, 6].map((hours) => hours * hour);
    expect(secondsUntilNextSend(sentAgo(...nineOlder), now)).toBe(0);
    expect(secondsUntilNextSend(sentAgo(...nineOlder, 4 * hour), now)).toBe(hour);
    expect(secondsUntilNextSend(sentAgo(...nineOlder.slice(1), 24 * hour, 4 * hour), now)).toBe(0);
  });

  test("after the longer of the two waits where both limits are reached", () => {
    const many = [23 * hour, ...[20, 18, 16, 14, 12, 10].map((hours) => hours * hour), 3, 2, 1];
    expect(secondsUntilNextSend(sentAgo(...many), now)).toBe(hour);
  });

  test("in whole seconds, rounded up", () => {
    const moments = [new Date(now.getTime() - 500), ...sentAgo(0, 0)];
    expect(secondsUntilNextSend(moments, now)).toBe(15 * minute);
  });
});

test("the SMS begins with the code, names the brand and warns", () => {
  const text = fillSms("login-code", "Visaport", ["012345"]);
  expect(text).toMatch(/^012345 is your Visaport login code\./);
  expect(text).toContain(`valid for ${codeLifeSeconds / 60} minutes`);
  expect(text).toContain("Do not share");
});
