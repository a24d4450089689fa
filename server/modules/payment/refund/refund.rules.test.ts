import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { visaRequestStatuses, type PaymentStatus } from "../../visaRequest/visaRequest.rules";
import { refundOffer } from "./refundOffers.rules";
import { mayWithdraw, needsNote, refundAmount, refundReasons, refundRule } from "./refund.rules";

const paymentStatuses: PaymentStatus[] = ["PENDING", "PAID", "REFUND_DUE", "REFUNDED"];
const paid = { netPrice: 3000, serviceFee: 499, gst: 90, totalPrice: 3589 };

/** The rule for each combination of reason, status and payment status. */
const table = refundReasons.flatMap((reason) =>
  visaRequestStatuses.flatMap((visaRequestStatus) =>
    paymentStatuses.map((paymentStatus) => ({
      reason,
      visaRequestStatus,
      paymentStatus,
      rule: refundRule(reason, { visaRequestStatus, paymentStatus }),
    })),
  ),
);

describe("the refund rule for a PAID application", () => {
  test.each(
    table
      .filter(({ paymentStatus }) => paymentStatus === "PAID")
      .map(({ rule, ...one }) => ({ ...one, share: rule.share })),
  )("refunds $share for $reason while $visaRequestStatus", ({ reason, visaRequestStatus, share }) => {
    const expected =
      reason === "OUR_MISTAKE"
        ? "ALL"
        : reason === "GOODWILL"
          ? "FEE"
          : visaRequestStatus === "SUBMITTED"
            ? "ALL"
            : "NOTHING";
    expect(share).toBe(expected);
  });
});

test.each([
  ["PENDING", "NOTHING"],
  ["REFUND_DUE", "ALL"],
  ["REFUNDED", "NOTHING"],
])("the refund rule for an application whose payment is %s refunds %s for every reason", (status, share) => {
  const shares = table.filter(({ paymentStatus }) => paymentStatus === status).map(({ rule }) => rule.share);
  expect(new Set(shares)).toEqual(new Set([share]));
});

test("the amount of a share is computed from the parts of the price, and is at most the part that is not refunded yet", () => {
  expect(refundAmount("ALL", paid)).toBe(3589);
  expect(refundAmount("FEE", paid)).toBe(589);
  expect(refundAmount("NOTHING", paid)).toBe(0);
  expect(refundAmount("ALL", paid, 589)).toBe(3000);
  expect(refundAmount("FEE", paid, 3300)).toBe(289);
  expect(refundAmount("ALL", paid, 3589)).toBe(0);
});

test("a traveller can withdraw an application only while it is SUBMITTED and PAID", () => {
  const may = table.filter((state) => mayWithdraw(state));
  expect(may.length).toBe(refundReasons.length);
  expect(
    may.every(
      ({ visaRequestStatus, paymentStatus }) => visaRequestStatus === "SUBMITTED" && paymentStatus === "PAID",
    ),
  ).toBe(true);
});

test("OUR_MISTAKE and GOODWILL require a note", () => {
  expect(refundReasons.filter(needsNote)).toEqual(["OUR_MISTAKE", "GOODWILL"]);
});

test("every rule is explained in a full sentence", () => {
  for (const { rule } of table) expect(rule.text).toMatch(/^[A-Z].{20,}\.$/);
});

test("the rules match the table in docs/life-of-a-request.md", () => {
  const words = { ALL: "all", FEE: "our fee with GST", NOTHING: "nothing" };
  const text = readFileSync("docs/life-of-a-request.md", "utf8");
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")))
    .map(([, ...cells]) => cells.slice(0, -1));
  const drawn = rows.filter(([reason]) => (refundReasons as readonly string[]).includes(reason!));
  const statuses = visaRequestStatuses.filter((status) => status !== "PENDING" && status !== "CANCELLED");
  const expected = refundReasons.map((reason) => [
    reason,
    ...statuses.map(
      (visaRequestStatus) => words[refundRule(reason, { visaRequestStatus, paymentStatus: "PAID" }).share],
    ),
  ]);
  expect(drawn).toEqual(expected);
});

test("money that is due stays on offer until its refund is completed", () => {
  const request = { visaRequestStatus: "CANCELLED", paymentStatus: "REFUND_DUE", ...paid } as never;
  const payment = { razorpayPaymentId: "pay_1", amount: 3589_00, amountDeducted: 0, outcome: "REFUND_DUE" };
  const offerWhile = (state: string) => {
    const refunds = [{ razorpayPaymentId: "pay_1", amount: 3589_00, state }];
    return refundOffer(request, { payments: [payment], refunds } as never);
  };
  expect(offerWhile("REQUESTED")).toMatchObject({ amount: 3589, canWithdraw: false });
  expect(offerWhile("DONE")).toMatchObject({ amount: 0, canWithdraw: false });
});
