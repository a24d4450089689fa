import { describe, expect, test } from "@jest/globals";
import {
  eventsOfChange,
  partnerEventTypes,
  toEventName,
  toEventType,
  type ReportedRequest,
} from "./partnerEvent.rules";

const request: ReportedRequest = {
  visaRequestId: "1",
  userId: "2",
  leadSource: "PARTNER",
  externalReference: null,
  visaRequestStatus: "PROCESSING",
  paymentStatus: "PAID",
  version: 3,
  expectedDate: "2026-12-01",
  papersRemovedAt: null,
};

describe("a change of an application", () => {
  test.each([
    ["a payment", { visaRequestStatus: "SUBMITTED" }, ["application.paid"]],
    ["a review without a change of status", {}, []],
    ["a decision", { visaRequestStatus: "REJECTED" }, ["application.decided"]],
    ["a cancellation", { visaRequestStatus: "CANCELLED" }, ["application.cancelled"]],
    ["a refund", { paymentStatus: "REFUND_DUE" }, []],
    [
      "a correction that moves the date",
      { visaRequestStatus: "ACTION_REQUIRED", expectedDate: "2026-12-02" },
      ["application.action_required", "application.expected_date_changed"],
    ],
    [
      "the end of retention",
      { visaRequestStatus: "CANCELLED", papersRemovedAt: "2026-12-02T00:00:00.000Z" },
      ["application.cancelled", "application.personal_data_removed"],
    ],
  ])("%s %j is reported as %j", (_name, changes, expected) => {
    expect(eventsOfChange(request, { ...request, ...changes })).toEqual(expected);
  });

  test("is not reported as a removal of personal data if the data was removed before", () => {
    const before = { ...request, papersRemovedAt: "2026-12-01T00:00:00.000Z" };
    expect(eventsOfChange(before, before)).toEqual([]);
  });
});

test("each event type has a GraphQL name that maps back to the type", () => {
  for (const type of partnerEventTypes) expect(toEventType(toEventName(type))).toBe(type);
  expect(toEventName("application.payment_not_captured")).toBe("APPLICATION_PAYMENT_NOT_CAPTURED");
});
