/** The life of a traveller of a request, and how the request follows from it (docs/life-of-a-request.md). Pure. */
import type { VisaRequestStatus } from "../visaRequest/visaRequest.rules";

export const visaApplicantStatuses = ["NEW", "PENDING", "ACTION_REQUIRED", "APPROVED", "REJECTED"] as const;
export type VisaApplicantStatus = (typeof visaApplicantStatuses)[number];

/** Why a traveller got no visa. */
export const rejectionReasons = [
  "REFUSED_BY_AUTHORITY",
  "NOT_ELIGIBLE",
  "PAPERS_INSUFFICIENT",
  "OTHER",
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** The table of moves: which status may follow which. What is not here is INVALID_STATE. */
export const applicantMoves: Readonly<Record<VisaApplicantStatus, readonly VisaApplicantStatus[]>> = {
  NEW: ["PENDING", "ACTION_REQUIRED", "APPROVED", "REJECTED"],
  PENDING: ["ACTION_REQUIRED", "APPROVED", "REJECTED"],
  // Back to PENDING with what was asked for; REJECTED where it never comes.
  ACTION_REQUIRED: ["PENDING", "REJECTED"],
  // Taken back before the traveller is told.
  APPROVED: ["PENDING"],
  REJECTED: [],
};

export function mayApplicantMove(from: VisaApplicantStatus, to: VisaApplicantStatus): boolean {
  return applicantMoves[from].includes(to);
}

/**
 * Where a request under review stands, by its travellers: as long as one has to put something right it waits for them,
 * as long as one is not decided it is worked on, and one visa makes it APPROVED.
 */
export function statusOfRequest(
  travelers: readonly VisaApplicantStatus[],
): Extract<VisaRequestStatus, "PROCESSING" | "ACTION_REQUIRED" | "APPROVED" | "REJECTED"> {
  if (travelers.includes("ACTION_REQUIRED")) return "ACTION_REQUIRED";
  if (travelers.length === 0 || travelers.some((status) => status === "NEW" || status === "PENDING"))
    return "PROCESSING";
  return travelers.includes("APPROVED") ? "APPROVED" : "REJECTED";
}
