import type { VisaRequestStatus } from "../schemaTypes.generated";

/** One line of the timeline. */
export interface TimelineStep {
  name: string;
  /** When it was reached; undefined for what lies ahead. */
  at?: string;
  state: "past" | "present" | "ahead";
}

const reached: Record<VisaRequestStatus, string> = {
  PENDING: "Started",
  SUBMITTED: "Submitted",
  PROCESSING: "In review",
  ACTION_REQUIRED: "Action needed",
  APPROVED: "Approved",
  REJECTED: "Rejected",
  CANCELLED: "Cancelled",
};

const ahead: Partial<Record<VisaRequestStatus, string[]>> = {
  SUBMITTED: ["In review", "Decision"],
  PROCESSING: ["Decision"],
  ACTION_REQUIRED: ["In review", "Decision"],
};

/** What has happened with a paid application, the present step last of it, and what comes next. */
export function timelineSteps(
  timeline: readonly { at: string; status: VisaRequestStatus }[],
): TimelineStep[] {
  const wasSubmitted = timeline.some(({ status }) => status === "SUBMITTED");
  // Before the payment nothing is on its way yet; of one that was given up there is nothing else to tell.
  const told = timeline.filter(({ status }) => !wasSubmitted || status !== "PENDING");
  const present = told.at(-1);
  if (!present) return [];
  const steps: TimelineStep[] = told.map((entry) => ({
    name: reached[entry.status],
    at: entry.at,
    state: entry === present ? "present" : "past",
  }));
  return [...steps, ...(ahead[present.status] ?? []).map((name) => ({ name, state: "ahead" as const }))];
}

/** When the visa is expected, in a sentence; undefined once that is settled. `today` and the date `YYYY-MM-DD`. */
export function expectedLabel(
  status: VisaRequestStatus,
  { expectedDate, shownDate, today }: { expectedDate: string; shownDate: string; today: string },
): string | undefined {
  if (status === "ACTION_REQUIRED")
    return `The visa was expected by ${shownDate}. The expected date is on hold until you send your corrections.`;
  if (status !== "SUBMITTED" && status !== "PROCESSING") return undefined;
  if (expectedDate < today)
    return `The visa was expected by ${shownDate}. It is taking longer than we said; we are still working on it.`;
  return `The visa is expected by ${shownDate}.`;
}
