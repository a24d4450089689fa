import { expect, test } from "@jest/globals";
import { labelsOfCorrections } from "./correctionTargets.rules";

test("papers and fields are named as one speaks of them, each once and in their order", () => {
  const text = labelsOfCorrections([
    { paper: "PASSPORT_FRONT", field: null },
    { paper: null, field: "passportExpireDate" },
    { paper: "DOCUMENT", field: null },
    { paper: "DOCUMENT", field: null },
  ]);
  expect(text).toEqual(["passport front page", "passport expiry date", "supporting document"]);
});
