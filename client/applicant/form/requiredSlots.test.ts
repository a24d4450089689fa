import { expect, test } from "@jest/globals";
import {
  findSlotViolations,
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
};
const names = ["Hotel booking", "Return ticket", "Bank statement", "Invitation"];
const required: SlotSources = {
  requirements: names.map((help) => ({ ...requirement, help })),
  travelerType: "ADULT",
  before: undefined,
};
const said = (documentName: string, state: "SENT" | "NOT_SAID" = "NOT_SAID") => ({
  ...{ documentName, state, reason: null, note: null, requirementId: null, isOptional: false },
});
const listed = [file("a.pdf", null), file("b.pdf", "Return ticket"), file("c.pdf", "Return ticket")];

test("marks a slot as filled by its files or as left for later, without a reason that was not chosen", () => {
  const slots = listSlots(required, listed, {
    "Bank statement": { reason: "AWAITED", note: " on Monday " },
    "Return ticket": { reason: "NOT_READY", note: "" },
    Invitation: { reason: "OTHER", note: " " },
  });
  expect(slots.map(({ files }) => files.map(({ name }) => name))).toEqual([[], ["b.pdf", "c.pdf"], [], []]);
  expect(findSlotViolations(slots)).toEqual([
    { field: "laterNote3", code: "REQUIRED", message: "Say in a few words why you send it later" },
  ]);
  // Filled slots are not left for later, whatever reason was chosen before.
  expect(listLater(slots.slice(0, 3))).toEqual([
    { documentName: "Bank statement", reason: "AWAITED", note: "on Monday" },
  ]);
});

test("has the documents of the traveller's category, and marks those that only some need", () => {
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

test("adds earlier documents for which something was said", () => {
  const sources = {
    ...required,
    before: { requiredDocuments: [said("Old form", "SENT"), said("Old card")] },
  };
  expect(listSlots(sources, [], {}).map(({ documentName }) => documentName)).toEqual([...names, "Old form"]);
});

test("reports no violations if the visa requires no documents", () => {
  expect(findSlotViolations(listSlots({ ...required, requirements: [] }, listed, {}))).toEqual([]);
});
