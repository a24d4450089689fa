import { expect, test } from "@jest/globals";
import { findSpentBudget, budgetLevel, needsDeviceCheck, toRange } from "./smsBudget.rules";

const budget = { perHour: 10, perDay: 50, perRange: 3 };

test("the last 20 % of a budget is reserved for known devices", () => {
  const after = (hour: number, day: number, isKnownDevice = false) =>
    findSpentBudget({ hour, day }, budget, { isKnownDevice });
  expect([after(7, 7), after(8, 8), after(0, 39), after(0, 40)]).toEqual([
    undefined,
    "hour",
    undefined,
    "day",
  ]);
  expect([after(9, 9, true), after(10, 10, true), after(0, 49, true), after(0, 50, true)]).toEqual([
    undefined,
    "hour",
    undefined,
    "day",
  ]);
});

test("unknown devices are checked once 30 % of the hourly budget is used", () => {
  const isNeeded = (hour: number) => needsDeviceCheck({ hour, day: 49 }, budget);
  expect([isNeeded(0), isNeeded(2), isNeeded(3), isNeeded(9)]).toEqual([false, false, true, true]);
});

test("the operator is alerted when 80 % of either budget is used and when it is used up", () => {
  const after = (hour: number, day: number) => budgetLevel({ hour, day }, budget);
  expect([after(7, 39), after(8, 8), after(0, 40), after(10, 10), after(0, 50)]).toEqual([
    "ROOM",
    "ALARM",
    "ALARM",
    "END",
    "END",
  ]);
});

test("a range contains the numbers that differ only in their last four digits", () => {
  const { from, to } = toRange("+971501234567");
  const isIn = (phoneNumber: string) => phoneNumber >= from && phoneNumber < to;
  expect(["+971501230000", "+971501239999", "+971501240000", "+971501229999"].map(isIn)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
