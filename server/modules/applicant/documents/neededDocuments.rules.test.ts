import { expect, test } from "@jest/globals";
import type { VisaRequestStatus } from "../../visaRequest/visaRequest.rules";
import type { VisaApplicantStatus } from "../applicantStatus.rules";
import { canAddDocuments, countDocuments, neededDocumentsText } from "./neededDocuments.rules";

const requiredDocuments = [
  { state: "SENT", reason: null },
  { state: "LATER", reason: "AWAITED" },
  { state: "LATER", reason: "NOT_NEEDED" },
  { state: "NOT_SAID", reason: null },
] as const;

const count = (visaRequestStatus: VisaRequestStatus, ...statuses: VisaApplicantStatus[]) =>
  countDocuments({
    visaRequestStatus,
    visaApplicants: statuses.map((visaApplicantStatus) => ({ visaApplicantStatus, requiredDocuments })),
  });

test.each([
  ["SUBMITTED", "PENDING", true],
  ["PROCESSING", "PENDING", true],
  ["ACTION_REQUIRED", "ACTION_REQUIRED", true],
  ["PENDING", "PENDING", false],
  ["CANCELLED", "PENDING", false],
  ["PROCESSING", "APPROVED", false],
  ["PROCESSING", "REJECTED", false],
  ["APPROVED", "APPROVED", false],
] as const)(
  "documents of a %s application and a %s applicant can be added: %s",
  (request, applicant, canAdd) => {
    expect(canAddDocuments(request, applicant)).toBe(canAdd);
  },
);

test("counts the applicable documents of undecided applicants", () => {
  expect(count("SUBMITTED", "PENDING")).toEqual({ needed: 2, total: 3 });
  expect(count("PROCESSING", "PENDING", "ACTION_REQUIRED")).toEqual({ needed: 4, total: 6 });
  expect(count("PROCESSING", "PENDING", "APPROVED")).toEqual({ needed: 2, total: 3 });
  expect(count("PENDING", "PENDING")).toEqual({ needed: 0, total: 0 });
});

test("states the number of documents still needed and the total", () => {
  expect(neededDocumentsText({ needed: 2, total: 6 })).toBe("2 of 6 documents still needed");
  expect(neededDocumentsText({ needed: 1, total: 1 })).toBe("1 of 1 document still needed");
});
