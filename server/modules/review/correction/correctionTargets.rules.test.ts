import { expect, test } from "@jest/globals";
import { labelsOfCorrections } from "./correctionTargets.rules";

test("names files and fields in plain words, without duplicates, in order", () => {
  const text = labelsOfCorrections([
    { paper: "PASSPORT_FRONT", field: null },
    { paper: null, field: "passportExpireDate" },
    { paper: "DOCUMENT", field: null },
    { paper: "DOCUMENT", field: null },
  ]);
  expect(text).toEqual(["passport front page", "passport expiry date", "supporting document"]);
});
