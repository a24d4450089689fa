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

test.each([
  ["Birth certificate for a child, with both parents' passports, when a minor travels to the UAE", true],
  ["For anyone under eighteen: passport and visa of the parent", true],
  ["Yellow fever certificate if coming from, or spending long hours in transit in, a risk country", true],
  ["Onward ticket and visa for the next country, for the 48-hour and 96-hour transit visas", true],
  ["Flight itinerary in and out of Egypt, with the domestic legs if you have them", false],
  ["Return flight from Muscat or Salalah, or the road plan if you leave by car to the Emirates", false],
  ["Confirmed return ticket from Dubai, Abu Dhabi, Sharjah or the emirate you leave from", false],
])("%j: only for some applicants is %s", (documentName, isConditional) => {
  expect(listSlots([documentName], [], {})[0]).toMatchObject({ isConditional });
});

test("reports no violations if the visa requires no documents", () => {
  expect(findSlotViolations(listSlots([], listed, {}))).toEqual([]);
});
