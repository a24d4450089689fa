import type { QueueFilter } from "../../../modules/review/queue/queue.rules";

const parts: Partial<QueueFilter>[][] = [
  [{}, { status: "SUBMITTED" }, { status: "ACTION_REQUIRED" }, { status: "APPROVED" }],
  [{}, { countryName: "Vietnam" }],
  [{}, { expectedFrom: "2026-01-01" }, { expectedTo: "2099-01-01" }],
  [{}, { overdue: true }],
  [{}, { assigned: "MINE" }, { assigned: "NOBODY" }],
];
/** Every combination of `parts`. */
export const filters = parts.reduce<QueueFilter[]>(
  (all, choices) => all.flatMap((filter) => choices.map((choice) => ({ ...filter, ...choice }))),
  [{}],
);
