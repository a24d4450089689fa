import { describe, expect, test } from "@jest/globals";
import { findLargePriceChanges } from "./priceChange.rules";

describe("prices that change by more than a fifth", () => {
  const before = { adultPrice: 1000, childPrice: 500 };

  test("are found up and down, for adults and children", () => {
    expect(findLargePriceChanges(before, { adultPrice: 1201, childPrice: 399 })).toEqual([
      { field: "adultPrice", from: 1000, to: 1201 },
      { field: "childPrice", from: 500, to: 399 },
    ]);
  });

  test("do not include a fifth, or a price that stays", () => {
    expect(findLargePriceChanges(before, { adultPrice: 1200, childPrice: 400 })).toEqual([]);
    expect(findLargePriceChanges(before, { visaName: "30 Days" })).toEqual([]);
  });

  test("count a child without a price as paying the adult's", () => {
    expect(findLargePriceChanges(before, { childPrice: null })).toEqual([
      { field: "childPrice", from: 500, to: 1000 },
    ]);
    expect(findLargePriceChanges({ adultPrice: 1000, childPrice: null }, { adultPrice: 2000 })).toEqual([
      { field: "adultPrice", from: 1000, to: 2000 },
      { field: "childPrice", from: 1000, to: 2000 },
    ]);
  });
});
