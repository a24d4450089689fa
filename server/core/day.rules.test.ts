import { describe, expect, test } from "@jest/globals";
import {
  addDays,
  ageInYears,
  daysBetween,
  formatOfficeTime,
  fromOfficeTime,
  isDay,
  todayInKolkata,
} from "./day.rules";

describe("today", () => {
  test("is the day in India, which begins at 18:30 UTC", () => {
    expect(todayInKolkata(new Date("2026-11-20T18:29:59.999Z"))).toBe("2026-11-20");
    expect(todayInKolkata(new Date("2026-11-20T18:30:00.000Z"))).toBe("2026-11-21");
  });

  test("does not change at midnight UTC", () => {
    expect(todayInKolkata(new Date("2026-11-20T23:59:59.999Z"))).toBe("2026-11-21");
    expect(todayInKolkata(new Date("2026-11-21T00:00:00.000Z"))).toBe("2026-11-21");
  });

  test("moves to the next year and to a leap day at midnight in India", () => {
    expect(todayInKolkata(new Date("2026-12-31T18:30:00Z"))).toBe("2027-01-01");
    expect(todayInKolkata(new Date("2028-02-28T18:30:00Z"))).toBe("2028-02-29");
  });
});

describe("isDay", () => {
  test.each(["2026-11-20", "2024-02-29", "2000-02-29", "1900-01-01", "9999-12-31"])("accepts %s", (text) => {
    expect(isDay(text)).toBe(true);
  });

  test.each([
    "2026-02-29",
    "2026-02-30",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-1-1",
    "26-01-01",
    "0026-01-01",
    "20-11-2026",
    "2026/11/20",
    " 2026-11-20",
    "2026-11-20T00:00:00Z",
    "tomorrow",
    "",
  ])("rejects %j", (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe("adding days", () => {
  test.each([
    ["2026-11-20", 0, "2026-11-20"],
    ["2026-11-30", 1, "2026-12-01"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2027-02-28", 1, "2027-03-01"],
    ["2026-11-20", 365, "2027-11-20"],
    ["2027-11-20", 366, "2028-11-20"],
    ["2026-03-01", -1, "2026-02-28"],
  ])("%s plus %i gives %s", (day, days, sum) => {
    expect(addDays(day, days)).toBe(sum);
  });
});

test.each([
  ["2026-11-20", "2026-11-20", 0],
  ["2026-11-20", "2026-12-01", 11],
  ["2026-12-31", "2026-11-20", -41],
  ["2028-02-28", "2028-03-01", 2],
])("from %s to %s is %i days", (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});

test("local time in India is 5 hours 30 minutes ahead of UTC", () => {
  expect(fromOfficeTime("2026-11-21T00:00").toISOString()).toBe("2026-11-20T18:30:00.000Z");
  expect(formatOfficeTime("2026-11-20T18:30:00.000Z")).toBe("00:00");
});

describe("the age", () => {
  test("increases on the birthday and not before", () => {
    expect(ageInYears("2008-11-21", "2026-11-20")).toBe(17);
    expect(ageInYears("2008-11-21", "2026-11-21")).toBe(18);
    expect(ageInYears("2008-11-21", "2026-11-22")).toBe(18);
  });

  test("is 0 for a newborn", () => {
    expect(ageInYears("2026-11-20", "2026-11-20")).toBe(0);
  });

  test("increases on 1 March in common years for a birthday on 29 February", () => {
    expect(ageInYears("2008-02-29", "2026-02-28")).toBe(17);
    expect(ageInYears("2008-02-29", "2026-03-01")).toBe(18);
    expect(ageInYears("2008-02-29", "2028-02-28")).toBe(19);
    expect(ageInYears("2008-02-29", "2028-02-29")).toBe(20);
  });
});
