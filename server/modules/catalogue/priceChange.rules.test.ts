import { describe, expect, test } from "@jest/globals";
import { findLargePriceChanges } from "./priceChange.rules";

describe("price changes of more than 20 %", () => {
  const before = { adultPrice: 1000, childPrice: 500 };

  test("include increases and decreases, for adults and children", () => {
    expect(findLargePriceChanges(before, { adultPrice: 1201, childPrice: 399 })).toEqual([
      { field: "adultPrice", from: 1000, to: 1201 },
      { field: "childPrice", from: 500, to: 399 },
    ]);
  });

  test("do not include exactly 20 % or an unchanged price", () => {
    expect(findLargePriceChanges(before, { adultPrice: 1200, childPrice: 400 })).toEqual([]);
    expect(findLargePriceChanges(before, { visaName: "30 Days" })).toEqual([]);
  });

  test("treat a child without a price as paying the adult price", () => {
    expect(findLargePriceChanges(before, { childPrice: null })).toEqual([
      { field: "childPrice", from: 500, to: 1000 },
    ]);
    expect(findLargePriceChanges({ adultPrice: 1000, childPrice: null }, { adultPrice: 2000 })).toEqual([
      { field: "adultPrice", from: 1000, to: 2000 },
      { field: "childPrice", from: 1000, to: 2000 },
    ]);
  });
});
