import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import {
  checkLater,
  describeRequired,
  hasOwnField,
  maxLaterNoteLength,
  mergeDocuments,
  replacePapers,
  listRequiredDocuments,
  withPapers,
  withReason,
  type KeptDocument,
} from "./requiredDocuments.rules";

interface Country {
  countryUrl: string;
  documents: { visaType: string; documentName: string }[];
}
const folder = fileURLToPath(new URL("../../../../seed/countries", import.meta.url));
const countries = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Country,
);
const names = countries.flatMap(({ documents }) => documents.map(({ documentName }) => documentName));
const aboutPictures = /passport|photo|portrait|picture|selfie|likeness|prints|image/i;

describe("the real catalogue", () => {
  test("has a separate field for each photo and passport, however they are worded", () => {
    const own = names.filter(hasOwnField);
    expect(own).toHaveLength(92);
    // The exceptions ask for more than the applicant's own photo or passport, or for another person's.
    expect(names.filter((name) => aboutPictures.test(name) && !hasOwnField(name)).sort()).toEqual([
      "Birth certificate for a child, with both parents' passports, when a minor travels to the UAE",
      "Copy of the main passport page, plus any previous Azerbaijani visas, for the ASAN business request",
      "Data page of the business passport holder and pages with earlier Malaysian stamps",
      "For anyone under eighteen: passport and visa of the parent or guardian who will be in the Kingdom",
      "Passport biographic page of the business traveller, with earlier Ethiopian visa or entry stamps where there are any",
      "Passport data page and any earlier Myanmar business visa",
      "Passport data page and old Singapore visas, if you have visited before",
      "Passport main page, together with old Moroccan stamps if you have been there for work",
      "Passport scan for the Bahrain business file, with any earlier Bahraini visa pages included",
    ]);
    expect(own.filter((name) => !aboutPictures.test(name))).toEqual([]);
  });

  test("requires three to six other documents per visa, without duplicates", () => {
    for (const { countryUrl, documents } of countries)
      for (const visaType of new Set(documents.map((document) => document.visaType))) {
        const required = listRequiredDocuments({ visaType, country: { visaDocuments: documents } });
        expect([countryUrl, visaType, required.length >= 3 && required.length <= 6]).toEqual([
          countryUrl,
          visaType,
          true,
        ]);
        expect(new Set(required).size).toBe(required.length);
        expect(required.filter(hasOwnField)).toEqual([]);
      }
  });

  test.each(["Passport copy of the host", "Photo of the parents", "Letter with a photo of the shop", ""])(
    "does not treat %j as the applicant's own photo or passport",
    (name) => expect(hasOwnField(name)).toBe(false),
  );
});

describe("the required documents", () => {
  const required = ["Hotel booking", "Return ticket", "Bank statement"];
  const nothing = { documentNames: [], fileCount: 0, laterDocuments: undefined };
  const states = (kept: readonly KeptDocument[]) =>
    kept.map((document) => `${document.documentName}: ${describeRequired(document).state}`);

  test("are in the order of the list, with their files", () => {
    const { kept, violations } = mergeDocuments(required, [], {
      documentNames: [null, "Bank statement", "Bank statement"],
      fileCount: 3,
      laterDocuments: [{ documentName: "Return ticket", reason: "NOT_READY", note: " Booked\n in May " }],
    });
    expect(violations).toEqual([]);
    const papers = withPapers(kept, [
      { documentName: null, fileId: "a" },
      { documentName: "Bank statement", fileId: "b" },
      { documentName: "Bank statement", fileId: "c" },
    ]);
    expect(papers).toEqual([
      { documentName: "Hotel booking", fileIds: [], later: null },
      { documentName: "Return ticket", fileIds: [], later: { reason: "NOT_READY", note: "Booked in May" } },
      { documentName: "Bank statement", fileIds: ["b", "c"], later: null },
    ]);
    expect(states(papers)).toEqual([
      "Hotel booking: NOT_SAID",
      "Return ticket: LATER",
      "Bank statement: SENT",
    ]);
    const ids: Record<string, string> = { b: "d" };
    expect(replacePapers(papers, (id) => ids[id])[2]!.fileIds).toEqual(["d"]);
  });

  test("keep their text when the list changes, and drop entries without a file or reason", () => {
    const before: KeptDocument[] = [
      { documentName: "Old form", fileIds: ["a"], later: null },
      { documentName: "Old letter", fileIds: [], later: { reason: "AWAITED", note: null } },
      { documentName: "Old card", fileIds: [], later: null },
    ];
    const { kept, violations } = mergeDocuments(required, before, nothing);
    expect(violations).toEqual([]);
    expect(states(kept)).toEqual([
      ...required.map((name) => `${name}: NOT_SAID`),
      "Old form: SENT",
      "Old letter: LATER",
    ]);
  });

  test("replace a reason by a file that arrives, and the old list by a new one", () => {
    const before = mergeDocuments(required, [], {
      ...nothing,
      laterDocuments: required.map((documentName) => ({ documentName, reason: "AWAITED" as const })),
    }).kept;
    const sent = mergeDocuments(required, before, {
      ...nothing,
      documentNames: ["Hotel booking"],
      fileCount: 1,
    });
    expect(sent.kept.map(({ later }) => later !== null)).toEqual([false, true, true]);
    const none = mergeDocuments(required, before, { ...nothing, laterDocuments: [] });
    expect(states(none.kept)).toEqual(required.map((name) => `${name}: NOT_SAID`));
  });

  test("take a reason for one that was not sent, in place of an earlier one", () => {
    const before: KeptDocument[] = [
      { documentName: "Hotel booking", fileIds: ["a"], later: null },
      { documentName: "Return ticket", fileIds: [], later: { reason: "AWAITED", note: "In May" } },
    ];
    const say = (documentName: string, note?: string) =>
      withReason(before, { documentName, reason: note ? "OTHER" : "NOT_NEEDED", note });
    const { kept, violations } = say("Return ticket", " By\n sea ");
    expect(violations).toEqual([]);
    expect(kept).toEqual([
      before[0],
      { documentName: "Return ticket", fileIds: [], later: { reason: "OTHER", note: "By sea" } },
    ]);
    for (const documentName of ["Hotel booking", "Yacht"])
      expect(say(documentName).violations.map(({ field, code }) => `${field}: ${code}`)).toEqual([
        "documentName: INVALID",
      ]);
    expect(say("Return ticket", "x".repeat(maxLaterNoteLength + 1)).violations).toMatchObject([
      { field: "note", code: "TOO_LONG" },
    ]);
  });

  test("report each violation at its field", () => {
    const { violations } = mergeDocuments(required, [], {
      documentNames: ["Hotel booking", "Yacht", null],
      fileCount: 2,
      laterDocuments: [
        { documentName: "Visa", reason: "NOT_READY" },
        { documentName: "Hotel booking", reason: "NOT_READY" },
        { documentName: "Return ticket", reason: "OTHER" },
        { documentName: "Return ticket", reason: "AWAITED" },
      ],
    });
    expect(violations.map(({ field, code }) => `${field}: ${code}`)).toEqual([
      "documentNames: INVALID",
      "documentNames.1: INVALID",
      "laterDocuments.0.documentName: INVALID",
      "laterDocuments.1.documentName: INVALID",
      "laterDocuments.2.note: REQUIRED",
      "laterDocuments.3.documentName: INVALID",
    ]);
  });

  test.each([
    [{ reason: "OTHER", note: "   " }, ["REQUIRED"]],
    [{ reason: "AWAITED", note: "x".repeat(maxLaterNoteLength) }, []],
    [{ reason: "AWAITED", note: "x".repeat(maxLaterNoteLength + 1) }, ["TOO_LONG"]],
    [{ reason: "AWAITED", note: "from\u0000the bank" }, ["INVALID"]],
    [{ reason: "NOT_NEEDED" }, []],
  ] as const)("limit a note to one line of 200 characters, and require one for OTHER: %j", (later, codes) =>
    expect(checkLater(later, "x").map(({ code }) => code)).toEqual(codes),
  );
});
