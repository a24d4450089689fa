import { expect, test } from "@jest/globals";
import { findQuoteViolation, quotePrice } from "./priceQuote.rules";

const fees = { serviceFee: 499, gstPercent: 18 };
const counts = { adults: 1, children: 0, infants: 0 };
const today = "2027-03-10";

test("a quote has a line per category, one fee per applicant, and GST on the sum of the fees", () => {
  const family = { adults: 2, children: 1, infants: 0 };
  expect(quotePrice({ adultPrice: 4299, childPrice: 3799 }, family, fees)).toEqual({
    priceLines: [
      { travelerType: "ADULT", count: 2, price: 4299 },
      { travelerType: "CHILD", count: 1, price: 3799 },
    ],
    netPrice: 2 * 4299 + 3799,
    serviceFee: 1497,
    gst: 269,
    totalPrice: 2 * 4299 + 3799 + 1497 + 269,
  });
});

test.each([
  [{ travelDate: "2027-03-09" }, "travelDate"],
  [{ travelDate: "2029-03-11" }, "travelDate"],
  [{ adults: -1 }, "adults"],
  [{ children: 101 }, "children"],
  [{ infants: -2_147_483_648 }, "infants"],
  [{ adults: 0 }, "adults"],
  [{ adults: 50, children: 51 }, "adults"],
])("a quote for %j is rejected with the field's name", (change, field) => {
  expect(findQuoteViolation({ ...counts, travelDate: today, ...change }, today)?.field).toBe(field);
});

test.each([{}, { adults: 100 }, { adults: 0, infants: 1 }, { travelDate: "2029-03-10" }])(
  "a quote for %j is accepted",
  (change) => {
    expect(findQuoteViolation({ ...counts, travelDate: today, ...change }, today)).toBeUndefined();
  },
);
