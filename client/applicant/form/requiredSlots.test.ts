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

test("marks a slot as filled by its files or as left for later, by default as not ready", () => {
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
    { documentName: "Hotel booking", reason: "NOT_READY", note: null },
    { documentName: "Bank statement", reason: "AWAITED", note: "on Monday" },
  ]);
});

test("reports no violations if the visa requires no documents", () => {
  expect(findSlotViolations(listSlots([], listed, {}))).toEqual([]);
});
