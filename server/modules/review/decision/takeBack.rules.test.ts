import { expect, test } from "@jest/globals";
import { findTakeBackEnd } from "./takeBack.rules";

const approved = { visaApplicantStatus: "APPROVED", decidedAt: "2026-11-25T10:00:00.000Z" };

test("allows an approval to be taken back until the traveller is notified", () => {
  const end = new Date("2026-11-25T10:10:00.000Z");
  expect(findTakeBackEnd(approved, new Date("2026-11-25T10:09:59.999Z"))).toEqual(end);
  expect(findTakeBackEnd(approved, end)).toBeUndefined();
});

test("does not allow any other decision to be taken back", () => {
  const now = new Date("2026-11-25T10:01:00.000Z");
  expect(findTakeBackEnd({ ...approved, visaApplicantStatus: "REJECTED" }, now)).toBeUndefined();
  expect(findTakeBackEnd({ visaApplicantStatus: "PENDING", decidedAt: null }, now)).toBeUndefined();
});
