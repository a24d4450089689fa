import { describe, expect, test } from "@jest/globals";
import { findCorrectionErrors, sortCorrectionErrors } from "./correctionErrors";
import { nameOfCorrection, type Correction } from "./correctionTargets";

const correction = (correctionId: string, about: Partial<Correction>): Correction => ({
  correctionId,
  paper: null,
  visaApplicationDocumentId: null,
  documentName: null,
  field: null,
  reason: "BLURRED",
  note: null,
  askedAt: "2026-11-20T09:00:00.000Z",
  ...about,
});
const front = correction("front", { paper: "PASSPORT_FRONT" });
const ticket = correction("ticket", { paper: "DOCUMENT", visaApplicationDocumentId: "d1" });
const missing = correction("missing", { paper: "DOCUMENT" });
const passport = correction("passport", { field: "PASSPORT_NUMBER" });
const bank = correction("bank", { paper: "DOCUMENT", documentName: "Bank statement" });
const all = [front, ticket, missing, passport];
const documents = {
  visaApplicationDocuments: [
    {
      visaApplicationDocumentId: "d1",
      imageName: "ticket.pdf",
      documentName: null,
      contentType: "application/pdf",
      size: 1,
      src: "/files/1",
    },
  ],
};

test("nameOfCorrection names each kind of correction", () => {
  expect([...all, bank].map((one) => nameOfCorrection(one, documents))).toEqual([
    "Passport front page",
    "Supporting document ticket.pdf",
    "Missing document",
    "Passport number",
    "Bank statement",
  ]);
});

describe("findCorrectionErrors", () => {
  test("reports each missing file and invalid field, in the order of the page", () => {
    const violations = findCorrectionErrors(all, {
      hasFile: (id) => id === "ticket",
      detailViolations: [
        { field: "firstName", code: "REQUIRED", message: "Please enter first name" },
        { field: "passportNumber", code: "REQUIRED", message: "Please enter passport no" },
      ],
    });
    expect(violations).toEqual([
      { correctionId: "front", message: "Please upload passport frontside image" },
      { correctionId: "missing", message: "Please upload the document" },
      { correctionId: "passport", message: "Please enter passport no" },
    ]);
  });

  test("returns an empty list if all corrections are complete", () => {
    expect(findCorrectionErrors(all, { hasFile: () => true, detailViolations: [] })).toEqual([]);
  });
});

test("sortCorrectionErrors assigns server errors to their corrections and returns all others as general", () => {
  const input = {
    papers: [{ correctionId: "front", file: new File([], "a") }],
    fields: [{ correctionId: "passport", value: "Z1" }],
  };
  const { violations, general } = sortCorrectionErrors(
    [
      { field: "input.papers.0.file", message: "too large" },
      { field: "fields.0.value", message: "not a number" },
      { field: "missing", message: "not answered" },
      { field: "papers.7.file", message: "nobody asked" },
      { field: null, message: "decided meanwhile" },
    ],
    input,
    all,
  );
  expect(violations).toEqual([
    { correctionId: "front", message: "too large" },
    { correctionId: "passport", message: "not a number" },
    { correctionId: "missing", message: "not answered" },
  ]);
  expect(general).toEqual(["nobody asked", "decided meanwhile"]);
});
