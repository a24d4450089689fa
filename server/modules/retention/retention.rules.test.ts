import { expect, test } from "@jest/globals";
import { abandonedNote, daysBefore, draftDays, unansweredDays, unansweredNote } from "./retention.rules";

test("counts days back across the end of a month", () => {
  expect(daysBefore(new Date("2026-03-01T05:06:07.000Z"), 1)).toBe("2026-02-28T05:06:07.000Z");
  expect(daysBefore(new Date("2026-03-01T05:06:07.000Z"), 0)).toBe("2026-03-01T05:06:07.000Z");
});

test("states the periods in the notes of the timeline", () => {
  expect(unansweredNote).toContain(`${unansweredDays} days`);
  expect(abandonedNote).toContain(`${draftDays} days`);
});
