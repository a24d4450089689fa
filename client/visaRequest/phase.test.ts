import { expect, test } from "@jest/globals";
import { visaRequestStatuses } from "../../server/modules/visaRequest/visaRequest.rules";
import type { PaymentStatus, VisaApplicantStatus } from "../schemaTypes.generated";
import { getPhase } from "./phase";

const travellers = (...statuses: VisaApplicantStatus[]) =>
  statuses.map((visaApplicantStatus) => ({ visaApplicantStatus }));

const phase = (
  visaRequestStatus: Parameters<typeof getPhase>[0]["visaRequestStatus"],
  visaApplicants = travellers("PENDING"),
  paymentStatus: PaymentStatus = "PAID",
) => getPhase({ visaRequestStatus, visaApplicants, paymentStatus });

test("every status from the start of the review onwards has its own heading", () => {
  const titles = visaRequestStatuses.flatMap((status) => phase(status)?.title ?? []);
  expect(new Set(titles).size).toBe(visaRequestStatuses.length - 2);
});

test("texts about corrections say how many of several applicants need them and that no further payment is due", () => {
  const one = phase("ACTION_REQUIRED", travellers("ACTION_REQUIRED"));
  expect([one?.tone, one?.now]).toEqual(["urgent", "We need corrections from you before we can continue."]);
  expect(one?.next).toContain("You do not pay again.");
  expect(phase("ACTION_REQUIRED", travellers("ACTION_REQUIRED", "PENDING", "APPROVED"))?.now).toContain(
    "for 1 of 3 applicants",
  );
});

test("the heading of an approval states the number of visas", () => {
  expect(phase("APPROVED", travellers("APPROVED"))?.title).toBe("Your visa is ready");
  expect(phase("APPROVED", travellers("APPROVED", "APPROVED"))?.title).toBe("Your visas are ready");
  expect(phase("APPROVED", travellers("APPROVED", "REJECTED"))?.title).toBe("1 of 2 visas is ready");
  expect(phase("APPROVED", travellers("APPROVED", "APPROVED", "REJECTED"))?.title).toBe(
    "2 of 3 visas are ready",
  );
});

test("the texts after the personal data has been removed do not refer to a visa or a reason below", () => {
  for (const status of ["APPROVED", "REJECTED"] as const) {
    const { title, now, next } = phase(status, [])!;
    expect(title).toBe(`This application was ${status.toLowerCase()}`);
    expect(`${now} ${next ?? ""}`).not.toMatch(/below|print/);
  }
});

test("the heading of a cancelled application depends on its payment", () => {
  const title = (payment: PaymentStatus) => phase("CANCELLED", [], payment)?.title;
  expect(title("PENDING")).toBe("This application was cancelled");
  expect(title("REFUND_DUE")).toBe("Your refund is on its way");
  expect(title("REFUNDED")).toBe("Your money was refunded");
});

test("a refund before the review is reported even if staff have not cancelled the application yet", () => {
  expect(phase("SUBMITTED", travellers("PENDING"), "PAID")).toBeUndefined();
  expect(phase("SUBMITTED", travellers("PENDING"), "REFUNDED")).toMatchObject({
    title: "Your money was refunded",
    now: expect.stringContaining("Our staff will cancel this application"),
  });
});
