import { describe, expect, test } from "@jest/globals";
import { fillSms } from "../notification/messageTexts.rules";
import { codeDigits, codeLifeSeconds, planSend, secondsUntilNextSend } from "./loginCode.rules";

const now = new Date("2026-11-20T12:00:00Z");
const minute = 60;
const hour = 60 * minute;
const sentAgo = (...seconds: number[]) => seconds.map((ago) => new Date(now.getTime() - ago * 1000));

test("a code has six digits and lasts five minutes", () => {
  expect([codeDigits, codeLifeSeconds]).toEqual([6, 300]);
});

describe("the next code may be sent", () => {
  test("immediately if the number received at most two in 15 minutes", () => {
    expect(secondsUntilNextSend([], now)).toBe(0);
    expect(secondsUntilNextSend(sentAgo(0), now)).toBe(0);
    expect(secondsUntilNextSend(sentAgo(0, 1), now)).toBe(0);
  });

  test("after three in 15 minutes, once the oldest of them is 15 minutes old", () => {
    expect(secondsUntilNextSend(sentAgo(0, 0, 0), now)).toBe(15 * minute);
    expect(secondsUntilNextSend(sentAgo(14 * minute, 5 * minute, minute), now)).toBe(minute);
    expect(secondsUntilNextSend(sentAgo(15 * minute - 1, 5, 1), now)).toBe(1);
    expect(secondsUntilNextSend(sentAgo(15 * minute, 5, 1), now)).toBe(0);
  });

  test("at a time that does not depend on the order of the earlier codes", () => {
    expect(secondsUntilNextSend(sentAgo(minute, 14 * minute, 5 * minute), now)).toBe(minute);
  });

  test("once the oldest of the newest three is 15 minutes old, if there were more", () => {
    expect(secondsUntilNextSend(sentAgo(14 * minute, 10 * minute, 5 * minute, minute), now)).toBe(5 * minute);
  });

  test("after ten in a day, once the oldest of them is a day old", () => {
    const nineOlder = [23, 20, 18, 16, 14, 12, 10, 8, 6].map((hours) => hours * hour);
    expect(secondsUntilNextSend(sentAgo(...nineOlder), now)).toBe(0);
    expect(secondsUntilNextSend(sentAgo(...nineOlder, 4 * hour), now)).toBe(hour);
    expect(secondsUntilNextSend(sentAgo(...nineOlder.slice(1), 24 * hour, 4 * hour), now)).toBe(0);
  });

  test("after the longer wait if both limits are reached", () => {
    const many = [23 * hour, ...[20, 18, 16, 14, 12, 10].map((hours) => hours * hour), 3, 2, 1];
    expect(secondsUntilNextSend(sentAgo(...many), now)).toBe(hour);
  });

  test("after a wait that is rounded up to whole seconds", () => {
    const moments = [new Date(now.getTime() - 500), ...sentAgo(0, 0)];
    expect(secondsUntilNextSend(moments, now)).toBe(15 * minute);
  });
});

describe("a known device", () => {
  const known = { isKnownDevice: true, now };
  const byAnybody = (...seconds: number[]) => sentAgo(...seconds).map((at) => ({ at, isOfDevice: false }));
  const byDevice = (...seconds: number[]) => sentAgo(...seconds).map((at) => ({ at, isOfDevice: true }));

  test("uses its additional codes only after those of the number", () => {
    expect(planSend(byAnybody(2, 1), known)).toEqual({ wait: 0, isOfDevice: false });
    expect(planSend(byAnybody(3, 2, 1), known)).toEqual({ wait: 0, isOfDevice: true });
    expect(planSend(byAnybody(3, 2, 1), { ...known, isKnownDevice: false }).wait).toBe(15 * minute - 3);
  });

  test("has three additional codes in 15 minutes and five a day, and then waits for the limit that ends first", () => {
    const used = byAnybody(5 * minute, 2, 1);
    expect(planSend([...used, ...byDevice(9, 8, 7)], known)).toEqual({
      wait: 10 * minute,
      isOfDevice: false,
    });
    const day = [20, 18, 16, 14, 12].map((hours) => hours * hour);
    expect(planSend([...used, ...byDevice(...day)], known)).toEqual({ wait: 10 * minute, isOfDevice: false });
    const tenOfADay = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((hours) => hours * hour);
    expect(planSend([...byAnybody(...tenOfADay), ...byDevice(...day)], known)).toEqual({
      wait: 4 * hour,
      isOfDevice: true,
    });
  });
});

test("the SMS begins with the code, names the brand and contains a warning", () => {
  const text = fillSms("login-code", "Visaport", ["012345"]);
  expect(text).toMatch(/^012345 is your Visaport login code\./);
  expect(text).toContain(`valid for ${codeLifeSeconds / 60} minutes`);
  expect(text).toContain("Do not share");
});
