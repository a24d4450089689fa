import { describe, expect, test } from "@jest/globals";
import { findUnseenItems, listOpenItems } from "./openItems.rules";

const files = [
  { fileId: "1", kind: "PHOTO", imageName: "me.jpg" },
  { fileId: "2", kind: "PASSPORT_FRONT", imageName: "front.jpg" },
  { fileId: "3", kind: "DOCUMENT", imageName: "ticket.pdf" },
  { fileId: "4", kind: "VISA", imageName: "visa.pdf" },
] as const;

const mrz = (enteredBy: "DEVICE" | "SERVER" | "STAFF", isSame: boolean) => ({
  enteredBy,
  faults: [],
  fields: [
    { field: "FIRST_NAME" as const, isSame: true },
    { field: "LAST_NAME" as const, isSame },
    { field: "PASSPORT_NUMBER" as const, isSame },
  ],
});

test("lists each file without a review and the missing MRZ", () => {
  expect(listOpenItems(files, { reviewedFileIds: new Set(["1"]), mrz: null })).toEqual([
    "Passport front page: not reviewed",
    "ticket.pdf: not reviewed",
    "MRZ: not entered",
  ]);
});

test("lists nothing once every file of the applicant is reviewed and the MRZ is entered", () => {
  const reviewedFileIds = new Set(["1", "2", "3"]);
  expect(listOpenItems(files, { reviewedFileIds, mrz: mrz("STAFF", false) })).toEqual([]);
});

describe("MRZ lines read by a machine", () => {
  const reviewedFileIds = new Set(["1", "2", "3"]);

  test.each(["DEVICE", "SERVER"] as const)(
    "are open items only if they differ from the typed details or have errors (%s)",
    (by) => {
      expect(listOpenItems(files, { reviewedFileIds, mrz: mrz(by, true) })).toEqual([]);
      expect(listOpenItems(files, { reviewedFileIds, mrz: mrz(by, false) })).toEqual([
        "MRZ: read from the picture, and differs in last name, passport number",
      ]);
      const faulty = { ...mrz(by, true), faults: [{}] };
      expect(listOpenItems(files, { reviewedFileIds, mrz: faulty })).toEqual([
        "MRZ: read from the picture, with errors",
      ]);
    },
  );
});

describe("unseen items", () => {
  test("are the items that were not shown, including a second file of the same name", () => {
    const items = ["ticket.pdf: not reviewed", "ticket.pdf: not reviewed", "MRZ: not entered"];
    expect(findUnseenItems(items, ["MRZ: not entered", "ticket.pdf: not reviewed"])).toEqual([items[0]]);
    expect(findUnseenItems(items, items)).toEqual([]);
    expect(findUnseenItems([], items)).toEqual([]);
  });

  test("are empty if the caller does not state what was shown", () => {
    for (const shown of [undefined, null]) expect(findUnseenItems(["MRZ: not entered"], shown)).toEqual([]);
  });
});
