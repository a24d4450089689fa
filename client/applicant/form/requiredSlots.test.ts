import { expect, test } from "@jest/globals";
import { findSlotViolations, listLater, listSlots } from "./requiredSlots";

const file = (name: string, documentName: string | null) => ({
  key: name,
  name,
  documentName,
  size: 1,
  contentType: "application/pdf",
});
const required = ["Hotel booking", "Return ticket", "Bank statement", "Invitation"];
const listed = [file("a.pdf", null), file("b.pdf", "Return ticket"), file("c.pdf", "Return ticket")];

test("a slot is filled by its own files, or comes later: not ready yet, where nothing else is said", () => {
  const slots = listSlots(required, listed, {
    "Bank statement": { reason: "AWAITED", note: " on Monday " },
    "Return ticket": { reason: "NOT_READY", note: "" },
    Invitation: { reason: "OTHER", note: " " },
  });
  expect(slots.map(({ files }) => files.map(({ name }) => name))).toEqual([[], ["b.pdf", "c.pdf"], [], []]);
  expect(findSlotViolations(slots)).toEqual([
    { field: "laterNote3", code: "REQUIRED", message: "Say in a few words why you send it later" },
  ]);
  // What is filled is not left for later, whatever was chosen before.
  expect(listLater(slots.slice(0, 3))).toEqual([
    { documentName: "Hotel booking", reason: "NOT_READY", note: null },
    { documentName: "Bank statement", reason: "AWAITED", note: "on Monday" },
  ]);
});

test("where the visa requires nothing beside photo and passport, nothing is asked", () => {
  expect(findSlotViolations(listSlots([], listed, {}))).toEqual([]);
});
