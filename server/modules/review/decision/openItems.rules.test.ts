import { expect, test } from "@jest/globals";
import { listOpenItems } from "./openItems.rules";

const files = [
  { fileId: "1", kind: "PHOTO", imageName: "me.jpg" },
  { fileId: "2", kind: "PASSPORT_FRONT", imageName: "front.jpg" },
  { fileId: "3", kind: "DOCUMENT", imageName: "ticket.pdf" },
  { fileId: "4", kind: "VISA", imageName: "visa.pdf" },
] as const;

test("lists each file without a review and the missing MRZ", () => {
  expect(listOpenItems(files, { reviewedFileIds: new Set(["1"]), hasMrz: false })).toEqual([
    "Passport front page: not reviewed",
    "ticket.pdf: not reviewed",
    "MRZ: not entered",
  ]);
});

test("is empty once every file of the applicant is reviewed and the MRZ entered", () => {
  const reviewedFileIds = new Set(["1", "2", "3"]);
  expect(listOpenItems(files, { reviewedFileIds, hasMrz: true })).toEqual([]);
});
