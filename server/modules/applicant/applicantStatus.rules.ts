/** Statuses of applicants, and the request's status derived from them (docs/life-of-a-request.md). Pure. */
import type { VisaRequestStatus } from "../visaRequest/visaRequest.rules";

export const visaApplicantStatuses = ["NEW", "PENDING", "ACTION_REQUIRED", "APPROVED", "REJECTED"] as const;
export type VisaApplicantStatus = (typeof visaApplicantStatuses)[number];

const rejectionReasons = ["REFUSED_BY_AUTHORITY", "NOT_ELIGIBLE", "PAPERS_INSUFFICIENT", "OTHER"] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

export const applicantMoves: Readonly<Record<VisaApplicantStatus, readonly VisaApplicantStatus[]>> = {
  NEW: ["PENDING", "ACTION_REQUIRED", "APPROVED", "REJECTED"],
  PENDING: ["ACTION_REQUIRED", "APPROVED", "REJECTED"],
  // PENDING once the traveller has sent the corrections; REJECTED if they never do.
  ACTION_REQUIRED: ["PENDING", "REJECTED"],
  // Staff can reverse an approval before the traveller is notified.
  APPROVED: ["PENDING"],
  REJECTED: [],
};

export function mayApplicantMove(from: VisaApplicantStatus, to: VisaApplicantStatus): boolean {
  return applicantMoves[from].includes(to);
}

export function deriveRequestStatus(
  travelers: readonly VisaApplicantStatus[],
): Extract<VisaRequestStatus, "PROCESSING" | "ACTION_REQUIRED" | "APPROVED" | "REJECTED"> {
  if (travelers.includes("ACTION_REQUIRED")) return "ACTION_REQUIRED";
  if (travelers.length === 0 || travelers.some((status) => status === "NEW" || status === "PENDING"))
    return "PROCESSING";
  return travelers.includes("APPROVED") ? "APPROVED" : "REJECTED";
}
