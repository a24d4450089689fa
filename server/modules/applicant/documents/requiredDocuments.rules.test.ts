import { describe, expect, test } from "@jest/globals";
import type { VisaRequirement } from "../../catalogue/requirement/requirement.rules";
import { toSlug } from "../../catalogue/countrySearch.rules";
import { describeRequired } from "./neededDocuments.rules";
import {
  checkLater,
  maxLaterNoteLength,
  mergeDocuments,
  replacePapers,
  withPapers,
  withReason,
  type KeptDocument,
} from "./requiredDocuments.rules";

const requirement: VisaRequirement = {
  requirementId: "",
  kind: "DOCUMENT",
  label: "",
  help: "",
  categories: ["ADULT"],
  circumstance: null,
  isRequired: true,
  fileRules: null,
  sourceUrl: null,
  checkedOn: null,
};

describe("the required documents", () => {
  const names = ["Hotel booking", "Return ticket", "Bank statement"];
  const required = {
    required: names.map((help) => ({ ...requirement, requirementId: toSlug(help), help })),
    accepted: ["Yacht licence"],
  };
  const nothing = { documentNames: [], fileCount: 0, laterDocuments: undefined };
  const states = (kept: readonly KeptDocument[]) =>
    kept.map((document) => `${document.documentName}: ${describeRequired(document).state}`);

  test("are in the order of the list and contain their files", () => {
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
    expect(papers).toMatchObject([
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

  test("that have a file or a reason remain when the visa no longer requires them", () => {
    const before: KeptDocument[] = [
      { documentName: "Old form", fileIds: ["a"], later: null },
      { documentName: "Old letter", fileIds: [], later: { reason: "AWAITED", note: null } },
      { documentName: "Old card", fileIds: [], later: null },
    ];
    const { kept, violations } = mergeDocuments(required, before, nothing);
    expect(violations).toEqual([]);
    expect(states(kept)).toEqual([
      ...names.map((name) => `${name}: NOT_SAID`),
      "Old form: SENT",
      "Old letter: LATER",
    ]);
  });

  test("have the id of their requirement, and are optional if only some applicants need them", () => {
    const some = { ...requirement, requirementId: "permit", help: "Permit", circumstance: "If you have one" };
    const { kept } = mergeDocuments({ required: [...required.required, some], accepted: [] }, [], nothing);
    expect(kept.map(describeRequired).map((one) => [one.requirementId, one.isOptional])).toEqual([
      ["hotel-booking", false],
      ["return-ticket", false],
      ["bank-statement", false],
      ["permit", true],
    ]);
  });

  test("include an accepted document only if it is sent", () => {
    const sent = { ...nothing, documentNames: ["Yacht licence"], fileCount: 1 };
    const { kept, violations } = mergeDocuments(required, [], sent);
    expect(violations).toEqual([]);
    expect(kept.map(({ documentName }) => documentName)).toEqual([...names, "Yacht licence"]);
    expect(mergeDocuments(required, [], nothing).kept).toHaveLength(3);
  });

  test("lose their reason when a file is sent, and all reasons are removed by an empty list of reasons", () => {
    const before = mergeDocuments(required, [], {
      ...nothing,
      laterDocuments: names.map((documentName) => ({ documentName, reason: "AWAITED" as const })),
    }).kept;
    const sent = mergeDocuments(required, before, {
      ...nothing,
      documentNames: ["Hotel booking"],
      fileCount: 1,
    });
    expect(sent.kept.map(({ later }) => later !== null)).toEqual([false, true, true]);
    const none = mergeDocuments(required, before, { ...nothing, laterDocuments: [] });
    expect(states(none.kept)).toEqual(names.map((name) => `${name}: NOT_SAID`));
  });

  test("can be given another reason unless they have been sent", () => {
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

  test("are merged, with each violation reported at its field", () => {
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
  ] as const)(
    "can have a note of at most 200 characters without control characters, and must have one for OTHER: %j",
    (later, codes) => expect(checkLater(later, "x").map(({ code }) => code)).toEqual(codes),
  );
});
