import { describe, expect, test } from "@jest/globals";
import { choiceLabel, fromPrice, machineLine, processingDays, processingUpto } from "./visaTexts";

describe("the processing time", () => {
  test("of one day is 24 hours on a home card and 1 Day on a country page", () => {
    expect(processingUpto(1)).toBe("Upto 24 hours");
    expect(processingDays(1)).toBe("1 Day");
  });

  test("of more days is told in days", () => {
    expect(processingUpto(5)).toBe("Upto 5 days");
    expect(processingDays(5)).toBe("5 Days");
  });
});

test("an entry is a word, and a stray null is nothing", () => {
  expect(choiceLabel("SINGLE")).toBe("Single");
  expect(choiceLabel("null")).toBeUndefined();
  expect(choiceLabel(null)).toBeUndefined();
});

test("another visa's price begins with From", () => {
  expect(fromPrice(4899)).toBe("From INR 4899");
});

test("the machine line tells country, stay, entry and time", () => {
  const visa = { flagSrc: "bh", stayPeriod: "30 Days per visit", entry: "SINGLE", processingTime: 1 };
  expect(machineLine(visa)).toMatch(/^BH<<30D<<SINGLE<<UPTO24H<+$/);
  expect(machineLine({ ...visa, entry: null, processingTime: 4 })).toMatch(/^BH<<30D<<UPTO4D<+$/);
});
