import { describe, expect, test } from "@jest/globals";
import { parseTypedDay, withDashes } from "./parseTypedDay";

/** Returns the text in the field after these keys have been pressed one by one. */
const type = (keys: string) => [...keys].reduce((before, key) => withDashes(before + key, before), "");

test.each([
  ["14051990", "14-05-1990"],
  ["1405", "14-05"],
  ["14", "14"],
  ["14-05-1990", "14-05-1990"],
  ["5-3-1990", "5-3-1990"],
  ["5/3/1990", "5/3/1990"],
  ["1990-03-05", "1990-03-05"],
  ["5 mar 1990", "5 mar 1990"],
  ["140519901", "14-05-19901"],
])("typing %j shows %j", (keys, text) => expect(type(keys)).toBe(text));

test("a date that begins with the year is read correctly, even if the year looks like day and month", () => {
  expect(parseTypedDay(type("2003-05-10"))).toBe("2003-05-10");
});

test("deleting and pasting do not add dashes", () => {
  expect(withDashes("14-0", "14-05")).toBe("14-0");
  expect(withDashes("14-", "14-0")).toBe("14-");
  expect(withDashes("14051990", "")).toBe("14051990");
});

describe("parseTypedDay", () => {
  test.each([
    "05-03-1990",
    "5-3-1990",
    "5/3/1990",
    "05/03/1990",
    "5.3.1990",
    "5 3 1990",
    " 5 / 3 / 1990 ",
    "05–03–1990",
    "5 − 3 − 1990",
    "०५-०३-१९९०",
    "٥/٣/١٩٩٠",
    "０５．０３．１９９０",
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

  test("accepts 29 February only in leap years", () => {
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
