import { describe, expect, test } from "@jest/globals";
import { describePriceLine, haveSeveralPrices, priceRequest, splitPrice, visaFeeFor } from "./pricing.rules";

const visa = { adultPrice: 6500, childPrice: 4000 };
const withoutChildPrice = { adultPrice: 6500, childPrice: null };
const noGst = { serviceFee: 499, gstPercent: 0 };

describe("the visa fee", () => {
  test("is the childPrice for children and infants if the visa has one", () => {
    expect(visaFeeFor(visa, "ADULT")).toBe(6500);
    expect(visaFeeFor(visa, "CHILD")).toBe(4000);
    expect(visaFeeFor(visa, "INFANT")).toBe(4000);
  });

  test("is the adultPrice for everyone if the visa has no childPrice", () => {
    for (const traveler of ["ADULT", "CHILD", "INFANT"] as const)
      expect(visaFeeFor(withoutChildPrice, traveler)).toBe(6500);
  });

  test("may be 0 for a child", () => {
    expect(visaFeeFor({ adultPrice: 6500, childPrice: 0 }, "CHILD")).toBe(0);
  });
});

describe("the price of an application", () => {
  test("is the sum of the visa fees and service fees of all applicants", () => {
    expect(priceRequest(visa, ["ADULT", "ADULT", "CHILD", "INFANT"], noGst)).toEqual({
      netPrice: 21_000,
      serviceFee: 1996,
      gst: 0,
      totalPrice: 22_996,
    });
  });

  test("counts one adult before the first applicant is added", () => {
    expect(priceRequest(visa, [], noGst)).toEqual(priceRequest(visa, ["ADULT"], noGst));
  });

  test("includes GST on the service fee but not on the visa fee", () => {
    expect(priceRequest(visa, ["ADULT"], { serviceFee: 500, gstPercent: 18 })).toEqual({
      netPrice: 6500,
      serviceFee: 500,
      gst: 90,
      totalPrice: 7090,
    });
  });

  test("rounds GST once, to whole rupees", () => {
    const rates = { serviceFee: 499, gstPercent: 18 };
    expect(priceRequest(visa, ["ADULT"], rates).gst).toBe(90); // 89.82
    expect(priceRequest(visa, ["ADULT", "ADULT", "ADULT"], rates).gst).toBe(269); // 269.46
    expect(priceRequest(visa, ["ADULT"], { serviceFee: 25, gstPercent: 18 }).gst).toBe(5); // 4.50
  });

  test("has no service fee if the setting is 0", () => {
    expect(priceRequest(visa, ["ADULT"], { serviceFee: 0, gstPercent: 18 })).toMatchObject({
      gst: 0,
      totalPrice: 6500,
    });
  });

  test("consists of amounts in whole rupees that add up to the total", () => {
    for (const gstPercent of [0, 2.5, 12.36, 18, 100])
      for (const serviceFee of [0, 1, 99, 499, 1001])
        for (let count = 1; count <= 9; count++) {
          const travelers = Array.from({ length: count }, (_, index) => (index % 2 ? "CHILD" : "ADULT"));
          const price = priceRequest(visa, travelers, { serviceFee, gstPercent });
          expect(Object.values(price).every(Number.isInteger)).toBe(true);
          expect(price.totalPrice).toBe(price.netPrice + price.serviceFee + price.gst);
        }
  });
});

describe("the lines of a price", () => {
  const request = { pricePerApplicant: 2399, childPrice: 1899, netPrice: 2 * 2399 + 1899 };
  const describeLines = (...given: Parameters<typeof splitPrice>) =>
    splitPrice(...given).map(describePriceLine);

  test("list each category among the applicants, and add up to the net price", () => {
    const lines = splitPrice(request, ["ADULT", "CHILD", "ADULT"]);
    expect(lines.map(describePriceLine)).toEqual(["2 adults × INR 2399/-", "1 child × INR 1899/-"]);
    expect(haveSeveralPrices(lines)).toBe(true);
  });

  test("have one price if children pay the adult price", () => {
    const lines = splitPrice({ ...request, childPrice: null, netPrice: 3 * 2399 }, [
      "ADULT",
      "CHILD",
      "INFANT",
    ]);
    expect(lines).toHaveLength(3);
    expect(haveSeveralPrices(lines)).toBe(false);
  });

  test("list one adult before the first applicant is added, and are empty if their sum would not be the net price", () => {
    expect(describeLines({ ...request, netPrice: 2399 }, [])).toEqual(["1 adult × INR 2399/-"]);
    expect(describeLines(request, ["ADULT", "ADULT", "ADULT"])).toEqual([]);
  });
});
