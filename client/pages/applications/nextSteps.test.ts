import { expect, test } from "@jest/globals";
import type { PaymentStatus, VisaRequestStatus } from "../../schemaTypes.generated";
import { findNextStep } from "./nextSteps";

const document = {
  documentName: "Bank statement",
  reason: null,
  note: null,
  requirementId: null,
  isOptional: false,
  isQuestion: false,
  answer: null,
};

const step = (
  visaRequestStatus: VisaRequestStatus,
  paymentStatus: PaymentStatus = "PAID",
  travellers = 1,
  state: "SENT" | "NOT_SAID" = "SENT",
) => {
  const visaApplicants = Array.from({ length: travellers }, () => ({
    visaApplicantId: "a",
    visaApplicantStatus: "PENDING" as const,
    requiredDocuments: [
      { ...document, state },
      { ...document, state: "NOT_SAID" as const, isOptional: true },
    ],
  }));
  return findNextStep({ visaRequestId: "r", visaRequestStatus, paymentStatus, visaApplicants });
};

test.each([
  ["PENDING", "PENDING", 0, "Continue", "/visarequest/r"],
  ["PENDING", "PENDING", 1, "Pay now", "/visaapplicants/r"],
  ["SUBMITTED", "PAID", 1, "View progress", "/application/r"],
  ["PROCESSING", "PAID", 1, "View progress", "/application/r"],
  ["ACTION_REQUIRED", "PAID", 1, "Make corrections", "/application/r#put-right"],
  ["APPROVED", "PAID", 1, "View the visa", "/application/r"],
  ["REJECTED", "PAID", 1, "View the reason", "/application/r"],
  ["SUBMITTED", "REFUNDED", 1, "View the refund", "/application/r"],
  ["CANCELLED", "REFUND_DUE", 1, "View the refund", "/application/r"],
] as const)(
  "findNextStep returns the next step for status %s, payment %s and %i applicants",
  (status, payment, travellers, label, to) => {
    expect(step(status, payment, travellers)).toMatchObject({ label, to });
  },
);

test("missing documents of all applicants, except optional ones, are the next step unless corrections are open", () => {
  expect(step("SUBMITTED", "PAID", 2, "NOT_SAID")).toEqual({
    label: "Upload documents",
    to: "/application/r#documents",
    note: "2 of 2 documents still needed",
  });
  expect(step("ACTION_REQUIRED", "PAID", 1, "NOT_SAID")?.label).toBe("Make corrections");
});

test("only a correction is urgent, and an unpaid cancelled application does not have a next step", () => {
  expect(step("ACTION_REQUIRED")?.isUrgent).toBe(true);
  expect(step("PROCESSING")?.isUrgent).toBeUndefined();
  expect(step("CANCELLED", "PENDING")).toBeUndefined();
});
