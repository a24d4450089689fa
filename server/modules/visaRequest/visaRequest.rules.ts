/** The life of a visa request (docs/life-of-a-request.md). Pure. */

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

/** The table of moves: which status may follow which. What is not here is INVALID_STATE. */
export const requestMoves: Readonly<Record<VisaRequestStatus, readonly VisaRequestStatus[]>> = {
  PENDING: ["SUBMITTED", "CANCELLED"],
  // Given back in full before anybody worked on it: there is nothing left to decide.
  SUBMITTED: ["PROCESSING", "CANCELLED"],
  PROCESSING: ["ACTION_REQUIRED", "APPROVED", "REJECTED"],
  ACTION_REQUIRED: ["PROCESSING", "APPROVED", "REJECTED"],
  // An approval is taken back.
  APPROVED: ["PROCESSING"],
  REJECTED: [],
  CANCELLED: [],
};

export function mayMove(from: VisaRequestStatus, to: VisaRequestStatus): boolean {
  return requestMoves[from].includes(to);
}

/** What is in the review queue; the indexes of the queue say the same. */
export const queueStatuses = [
  "SUBMITTED",
  "PROCESSING",
  "ACTION_REQUIRED",
] as const satisfies readonly VisaRequestStatus[];

/** Whether staff have begun and not ended: document reviews, corrections and decisions happen here alone. */
export function isUnderReview(status: VisaRequestStatus): boolean {
  return status === "PROCESSING" || status === "ACTION_REQUIRED";
}

/** Whether travellers may be added, changed and removed, and the request be paid for or cancelled. */
export function isOpenForChanges(request: {
  visaRequestStatus: VisaRequestStatus;
  paymentStatus: PaymentStatus;
}): boolean {
  return request.visaRequestStatus === "PENDING" && request.paymentStatus !== "PAID";
}

/** Applications of one account that are open and not paid for: no family or agent plans more journeys at a time. */
export const maxOpenRequests = 20;

/** How many requests of a caller REST lists; GraphQL gives all of them, by pages. */
export const maxListedRequests = 100;
