import type { VisaRequestStatus } from "../schemaTypes.generated";

export interface TimelineStep {
  name: string;
  /** When the step was reached; undefined for a future step. */
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

/** Returns the past steps of an application, its current step, and the steps to come. */
export function timelineSteps(
  timeline: readonly { at: string; status: VisaRequestStatus }[],
): TimelineStep[] {
  const wasSubmitted = timeline.some(({ status }) => status === "SUBMITTED");
  // "Started" is shown only for applications that were never submitted.
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

/** Returns a sentence about the expected date; undefined after the decision. Dates are `YYYY-MM-DD`. */
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
