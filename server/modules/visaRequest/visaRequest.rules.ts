/** The life cycle of a visa request (docs/life-of-a-request.md). Pure. */

export const visaRequestStatuses = [
  "PENDING",
  "SUBMITTED",
  "PROCESSING",
  "ACTION_REQUIRED",
  "APPROVED",
  "REJECTED",
  "CANCELLED",
] as const;
export type VisaRequestStatus = (typeof visaRequestStatuses)[number];
export type PaymentStatus = "PENDING" | "PAID" | "REFUND_DUE" | "REFUNDED";

/** The statuses that may follow each status. Any other move is INVALID_STATE. */
export const requestMoves: Readonly<Record<VisaRequestStatus, readonly VisaRequestStatus[]>> = {
  PENDING: ["SUBMITTED", "CANCELLED"],
  // CANCELLED: fully refunded before the review started, so no decision is needed.
  SUBMITTED: ["PROCESSING", "CANCELLED"],
  PROCESSING: ["ACTION_REQUIRED", "APPROVED", "REJECTED"],
  ACTION_REQUIRED: ["PROCESSING", "APPROVED", "REJECTED"],
  // PROCESSING: an approval is taken back.
  APPROVED: ["PROCESSING"],
  REJECTED: [],
  CANCELLED: [],
};

export function mayMove(from: VisaRequestStatus, to: VisaRequestStatus): boolean {
  return requestMoves[from].includes(to);
}

/** The statuses in the review queue. The indexes of the queue use the same list. */
export const queueStatuses = [
  "SUBMITTED",
  "PROCESSING",
  "ACTION_REQUIRED",
] as const satisfies readonly VisaRequestStatus[];

/** True during review. Document reviews, corrections and decisions are possible only then. */
export function isUnderReview(status: VisaRequestStatus): boolean {
  return status === "PROCESSING" || status === "ACTION_REQUIRED";
}

/** True if applicants may be added, changed and removed, and the request may be paid or cancelled. */
export function isOpenForChanges(request: {
  visaRequestStatus: VisaRequestStatus;
  paymentStatus: PaymentStatus;
}): boolean {
  return request.visaRequestStatus === "PENDING" && request.paymentStatus !== "PAID";
}

/** Maximum number of unpaid applications per account. No family or agent plans more trips at a time. */
export const maxOpenRequests = 20;

/** Maximum number of requests that REST lists. GraphQL pages through all of them. */
export const maxListedRequests = 100;
