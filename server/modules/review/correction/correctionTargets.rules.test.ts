import { expect, test } from "@jest/globals";
import { labelsOfCorrections } from "./correctionTargets.rules";

const about = { paper: null, field: null, fileId: null, documentName: null };

test("names files and fields in plain words, one per correction, in order", () => {
  const text = labelsOfCorrections([
    { ...about, paper: "PASSPORT_FRONT", fileId: "1" },
    { ...about, field: "passportExpireDate" },
    { ...about, paper: "DOCUMENT", fileId: "2" },
    { ...about, paper: "DOCUMENT", fileId: "3" },
  ]);
  expect(text).toEqual([
    "passport front page",
    "passport expiry date",
    "supporting document",
    "supporting document",
  ]);
});

test("names required documents and questions as the visa does, and any other document as missing", () => {
  const missing = { ...about, paper: "DOCUMENT" as const };
  const text = labelsOfCorrections([
    { ...missing, documentName: "Hotel in Vietnam" },
    { ...missing, documentName: "Bank statement" },
    { ...missing, fileId: "1", documentName: "Flight tickets" },
    missing,
  ]);
  expect(text).toEqual(["Hotel in Vietnam", "Bank statement", "Flight tickets", "missing document"]);
});
