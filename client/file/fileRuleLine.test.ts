import { expect, test } from "@jest/globals";
import { fileRuleLine, visaRuleLine } from "./fileRuleLine";

const rules = { formats: null, maxKilobytes: null, widthMillimetres: null, heightMillimetres: null };

test("a document's line states formats, size and pages, reduced to the authority's limits if these are stricter", () => {
  expect([
    fileRuleLine(null),
    fileRuleLine({ ...rules, maxKilobytes: 500 }),
    fileRuleLine({ ...rules, formats: ["JPG", "PNG"], widthMillimetres: 40, heightMillimetres: 60 }),
  ]).toEqual([
    "JPG, PNG or PDF, up to 5 MB, 10 pages",
    "JPG, PNG or PDF, up to 500 KB, 10 pages",
    "40 × 60 mm, JPG or PNG, up to 5 MB",
  ]);
});

test("the line of a photo or a passport's front page states only the authority's rules", () => {
  const authority: Parameters<typeof visaRuleLine>[1] = [
    { kind: "PASSPORT", fileRules: { ...rules, formats: ["JPG", "PNG"], maxKilobytes: 500 } },
    { kind: "PHOTO", fileRules: { ...rules, widthMillimetres: 35, heightMillimetres: 45 } },
  ];
  expect([
    visaRuleLine("PHOTO", []),
    visaRuleLine("PHOTO", [{ kind: "PHOTO", fileRules: null }]),
    visaRuleLine("PHOTO", [{ kind: "PHOTO", fileRules: rules }]),
    visaRuleLine("PHOTO", authority),
    visaRuleLine("PASSPORT_FRONT", authority),
    visaRuleLine("PASSPORT_BACK", authority),
  ]).toEqual([
    undefined,
    undefined,
    undefined,
    "This visa: 35 × 45 mm.",
    "This visa: JPG or PNG, up to 500 KB.",
    undefined,
  ]);
});
