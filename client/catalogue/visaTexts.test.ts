import { describe, expect, test } from "@jest/globals";
import { choiceLabel, processingDays, processingUpto } from "./visaTexts";

describe("the processing time", () => {
  test("of one day reads 24 hours on a home card and 1 Day on a country page", () => {
    expect(processingUpto(1)).toBe("Upto 24 hours");
    expect(processingDays(1)).toBe("1 Day");
  });

  test("of several days is stated in days", () => {
    expect(processingUpto(5)).toBe("Upto 5 days");
    expect(processingDays(5)).toBe("5 Days");
  });
});

test("choiceLabel capitalises an enum value and returns undefined for null and for the text 'null'", () => {
  expect(choiceLabel("SINGLE")).toBe("Single");
  expect(choiceLabel("null")).toBeUndefined();
  expect(choiceLabel(null)).toBeUndefined();
});
