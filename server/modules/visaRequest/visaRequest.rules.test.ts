import { describe, expect, test } from "@jest/globals";
import { isOpenForChanges, mayMove, visaRequestStatuses, type PaymentStatus } from "./visaRequest.rules";

const allowed = [
  "PENDING > SUBMITTED",
  "PENDING > CANCELLED",
  "SUBMITTED > PROCESSING",
  "SUBMITTED > CANCELLED",
  "PROCESSING > ACTION_REQUIRED",
  "PROCESSING > APPROVED",
  "PROCESSING > REJECTED",
  "ACTION_REQUIRED > PROCESSING",
  "ACTION_REQUIRED > APPROVED",
  "ACTION_REQUIRED > REJECTED",
  "APPROVED > PROCESSING",
];

test("an application can make only these moves", () => {
  const made = visaRequestStatuses.flatMap((from) =>
    visaRequestStatuses.filter((to) => mayMove(from, to)).map((to) => `${from} > ${to}`),
  );
  expect(made.sort()).toEqual([...allowed].sort());
});

describe("there is no move", () => {
  test.each(["REJECTED", "CANCELLED"] as const)("out of %s", (from) => {
    expect(visaRequestStatuses.filter((to) => mayMove(from, to))).toEqual([]);
  });

  test("back to PENDING or to the same status", () => {
    for (const status of visaRequestStatuses) {
      expect(mayMove(status, "PENDING")).toBe(false);
      expect(mayMove(status, status)).toBe(false);
    }
  });
});

describe("changing applicants", () => {
  test("is possible while the application is PENDING and not paid", () => {
    expect(isOpenForChanges({ visaRequestStatus: "PENDING", paymentStatus: "PENDING" })).toBe(true);
    expect(isOpenForChanges({ visaRequestStatus: "PENDING", paymentStatus: "PAID" })).toBe(false);
  });

  test("is not possible in any other status, whatever the payment status", () => {
    const payments: PaymentStatus[] = ["PENDING", "PAID", "REFUND_DUE", "REFUNDED"];
    for (const visaRequestStatus of visaRequestStatuses.filter((status) => status !== "PENDING"))
      for (const paymentStatus of payments)
        expect(isOpenForChanges({ visaRequestStatus, paymentStatus })).toBe(false);
  });
});
