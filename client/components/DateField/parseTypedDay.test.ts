import { describe, expect, test } from "@jest/globals";
import { parseTypedDay } from "./parseTypedDay";

describe("parseTypedDay", () => {
  test.each([
    "05-03-1990",
    "5-3-1990",
    "5/3/1990",
    "05/03/1990",
    "5.3.1990",
    "5 3 1990",
    " 5 / 3 / 1990 ",
    "05031990",
    "5 mar 1990",
    "5 MARCH 1990",
    "5-Mar-1990",
    "5mar1990",
    "5th March, 1990",
    "1990-03-05",
    "1990/3/5",
  ])("reads %p as 5 March 1990", (typed) => {
    expect(parseTypedDay(typed)).toBe("1990-03-05");
  });

  test("accepts leap days in leap years only", () => {
    expect(parseTypedDay("29-02-2024")).toBe("2024-02-29");
    expect(parseTypedDay("29-02-2023")).toBeUndefined();
  });

  test("accepts sept for September", () => {
    expect(parseTypedDay("1 sept 2020")).toBe("2020-09-01");
  });

  test.each([
    "",
    "tomorrow",
    "31-04-2020",
    "13/13/2020",
    "5/3/90",
    "5 ma 1990",
    "5 xyz 1990",
    "2020",
    "0-1-2020",
  ])("rejects %p", (typed) => {
    expect(parseTypedDay(typed)).toBeUndefined();
  });
});
