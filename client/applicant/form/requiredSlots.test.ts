import { describe, expect, test } from "@jest/globals";
import {
  findSlotViolations,
  firstWords,
  listAnswers,
  listLater,
  listSlots,
  type Requirement,
  type SlotSources,
} from "./requiredSlots";

const file = (name: string, documentName: string | null) => ({
  key: name,
  name,
  documentName,
  size: 1,
  contentType: "application/pdf",
});
const requirement: Requirement = {
  requirementId: "",
  kind: "DOCUMENT",
  label: "",
  help: "",
  categories: ["ADULT", "CHILD", "INFANT"],
  circumstance: null,
  isRequired: true,
  isSameForAll: undefined,
};
const names = ["Hotel booking", "Return ticket", "Bank statement", "Invitation"];
const required: SlotSources = {
  requirements: names.map((help) => ({ ...requirement, help })),
  travelerType: "ADULT",
  before: undefined,
};
const said = (documentName: string, state: "SENT" | "NOT_SAID" = "NOT_SAID") => ({
  ...{ documentName, state, reason: null, note: null, requirementId: null, isOptional: false },
  ...{ isQuestion: false, answer: null },
});
const listed = [file("a.pdf", null), file("b.pdf", "Return ticket"), file("c.pdf", "Return ticket")];

test("listSlots assigns files by document name, and findSlotViolations requires a note for the reason OTHER", () => {
  const slots = listSlots(required, listed, {
    "Bank statement": { reason: "AWAITED", note: " on Monday " },
    "Return ticket": { reason: "NOT_READY", note: "" },
    Invitation: { reason: "OTHER", note: " " },
  });
  expect(slots.map(({ files }) => files.map(({ name }) => name))).toEqual([[], ["b.pdf", "c.pdf"], [], []]);
  expect(findSlotViolations(slots)).toEqual([
    { field: "laterNote3", code: "REQUIRED", message: "Say in a few words why you send it later" },
  ]);
  // A slot with files is not left for later even if a reason was chosen before.
  expect(listLater(slots.slice(0, 3))).toEqual([
    { documentName: "Bank statement", reason: "AWAITED", note: "on Monday" },
  ]);
});

test("listSlots returns the documents for the traveller's category, and marks conditional ones", () => {
  const requirements = [
    { ...requirement, help: "Passport", kind: "PASSPORT" as const },
    { ...requirement, help: "Ticket" },
    { ...requirement, help: "PAN card", circumstance: "If asked for", categories: ["ADULT" as const] },
    { ...requirement, help: "Birth certificate", categories: ["CHILD" as const, "INFANT" as const] },
    { ...requirement, help: "Vaccination card", isRequired: false },
  ];
  const shown = (travelerType: "ADULT" | "CHILD") =>
    listSlots({ requirements, travelerType, before: undefined }, [], {}).map(
      ({ documentName, isConditional }) => [documentName, isConditional],
    );
  expect(shown("ADULT")).toEqual([
    ["Ticket", false],
    ["PAN card", true],
    ["Vaccination card", true],
  ]);
  expect(shown("CHILD")).toEqual([
    ["Ticket", false],
    ["Birth certificate", false],
    ["Vaccination card", true],
  ]);
});

test("listSlots adds documents that were sent earlier and are no longer required", () => {
  const sources = {
    ...required,
    before: { requiredDocuments: [said("Old form", "SENT"), said("Old card")] },
  };
  expect(listSlots(sources, [], {}).map(({ documentName }) => documentName)).toEqual([...names, "Old form"]);
});

test("findSlotViolations returns an empty list if the visa does not require documents", () => {
  expect(findSlotViolations(listSlots({ ...required, requirements: [] }, listed, {}))).toEqual([]);
});

describe("questions and circumstances", () => {
  const address = { ...requirement, requirementId: "address", help: "Address", kind: "QUESTION" as const };
  const permit = {
    ...requirement,
    requirementId: "permit",
    help: "Permit",
    circumstance: "If you live abroad",
  };
  const sources = { ...required, requirements: [address, permit] };
  const words = (reason: "NOT_READY" | "NOT_NEEDED") => ({ reason, note: "" });

  test("a question needs an answer or a reason for later, and a circumstance needs yes or no", () => {
    const violations = (...[later, answers]: [Parameters<typeof listSlots>[2], Record<string, string>]) =>
      findSlotViolations(listSlots(sources, [], later, answers)).map(({ field, code }) => `${field} ${code}`);
    expect(violations({}, {})).toEqual(["requiredDocument0 REQUIRED", "laterReason1 REQUIRED"]);
    expect(violations({ Permit: words("NOT_NEEDED") }, { Address: "12, Hang Bac" })).toEqual([]);
    expect(violations({ Permit: words("NOT_READY"), Address: words("NOT_READY") }, {})).toEqual([]);
    const wrong = { Address: "x".repeat(301) };
    expect(violations({ Permit: words("NOT_READY") }, wrong)).toEqual(["requiredDocument0 TOO_LONG"]);
    expect(violations({ Permit: words("NOT_READY") }, { Address: "\u202Ea" })).toEqual([
      "requiredDocument0 INVALID",
    ]);
    expect(listSlots(sources, [file("a", "Permit")], {})[1]!.files).toHaveLength(1);
  });

  test("answers are sent with the ids of their questions, and only if they changed", () => {
    const slots = (answer: string) => listSlots(sources, [], {}, { Address: answer });
    const before = { requiredDocuments: [{ ...said("Address", "SENT"), isQuestion: true, answer: "Hanoi" }] };
    expect(listAnswers(slots(" Hanoi "), undefined)).toEqual([{ requirementId: "address", answer: "Hanoi" }]);
    expect(listAnswers(slots(""), undefined)).toEqual([]);
    expect(listAnswers(slots("Hanoi"), before)).toBeUndefined();
    expect(listAnswers(slots(""), before)).toEqual([{ requirementId: "address", answer: "" }]);
    expect(listAnswers(listSlots(required, [], {}), undefined)).toBeUndefined();
    // An answer overrides an earlier reason for leaving the question for later.
    expect(listLater(listSlots(sources, [], { Address: words("NOT_READY") }, { Address: "Hanoi" }))).toEqual(
      [],
    );
  });

  test("answers and circumstances that are the same for all applicants prefill the next applicant's form", () => {
    const others = [
      {
        requiredDocuments: [
          { ...said("Address", "SENT"), isQuestion: true, answer: "Hanoi" },
          { ...said("Permit"), state: "LATER" as const, reason: "NOT_NEEDED" as const },
        ],
      },
    ];
    expect(firstWords({ ...sources, others })).toEqual({ later: {}, answers: {} });
    const requirements = [address, permit].map((one) => ({ ...one, isSameForAll: true }));
    const same = { later: { Permit: words("NOT_NEEDED") }, answers: { Address: "Hanoi" } };
    expect(firstWords({ ...sources, requirements, others })).toEqual(same);
    const yes = [{ requiredDocuments: [said("Permit", "SENT")] }];
    expect(firstWords({ ...sources, requirements, others: yes }).later).toEqual({
      Permit: words("NOT_READY"),
    });
    // The applicant's own answer takes precedence over other applicants' answers.
    const own = { requiredDocuments: [{ ...said("Address", "SENT"), isQuestion: true, answer: "Hue" }] };
    expect(firstWords({ ...sources, requirements, others, before: own })).toEqual({
      ...same,
      answers: { Address: "Hue" },
    });
  });
});
