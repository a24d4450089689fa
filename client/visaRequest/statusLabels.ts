import type {
  PaymentStatus,
  RejectionReason,
  VisaApplicantStatus,
  VisaRequestStatus,
} from "../schemaTypes.generated";

export const requestStatusLabels: Record<VisaRequestStatus, string> = {
  PENDING: "Not paid yet. Add everyone who travels, then pay.",
  SUBMITTED: "Paid. Our staff check the documents next.",
  PROCESSING: "The application is with our staff or the authority.",
  ACTION_REQUIRED: "We need corrections from you before we can continue.",
  APPROVED: "The visa is ready.",
  REJECTED: "No visa was granted.",
  CANCELLED: "Cancelled. Nothing more will happen with it.",
};

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  PENDING: "Nothing has been paid.",
  PAID: "Paid in full.",
  REFUND_DUE: "A refund is due to you.",
  REFUNDED: "The money was refunded.",
};

export function applicantStatusLabel(status: VisaApplicantStatus, requestStatus: VisaRequestStatus): string {
  if (requestStatus === "CANCELLED") return requestStatusLabels.CANCELLED;
  if (status === "PENDING" && requestStatus === "SUBMITTED") return "Paid. Waiting for review.";
  // An applicant without corrections is still in review while another applicant has some.
  if (status === "PENDING" && requestStatus !== "PENDING") return "In review.";
  return applicantStatusLabels[status];
}

/** Returns why the expected date does not apply; undefined if it applies. */
export function expectedDateNote(status: VisaRequestStatus): string | undefined {
  if (status === "ACTION_REQUIRED") return "On hold until you send your corrections.";
  if (status === "REJECTED" || status === "CANCELLED") return "The application has ended.";
  return undefined;
}

/** Returns the status for an applicant's chip: CANCELLED if the application is, because nothing is pending any more. */
export const applicantChip = (status: VisaApplicantStatus, requestStatus: VisaRequestStatus) =>
  requestStatus === "CANCELLED" ? requestStatus : status;

const applicantStatusLabels: Record<VisaApplicantStatus, string> = {
  NEW: "Being filled in.",
  PENDING: "Ready. Pay to send it.",
  ACTION_REQUIRED: "Corrections are needed.",
  APPROVED: "The visa is ready to view and print.",
  REJECTED: "No visa was granted.",
};

/** The reasons for rejecting a visa, as sentences. */
export const rejectionReasonLabels: Record<RejectionReason, string> = {
  REFUSED_BY_AUTHORITY: "The authority of the country refused the visa.",
  NOT_ELIGIBLE: "The country's conditions for this visa are not met.",
  PAPERS_INSUFFICIENT: "The documents that we asked for are missing or not acceptable.",
  OTHER: "It could not be granted.",
};
