import type { PaymentStatus, VisaApplicantStatus, VisaRequestStatus } from "../../schemaTypes.generated";

/** What the status of a request means, in a line. */
export const requestStatusWords: Record<VisaRequestStatus, string> = {
  PENDING: "Not paid yet. Add everyone who travels, then pay.",
  SUBMITTED: "Paid. Our staff check the documents next.",
  PROCESSING: "The application is with our staff or the authority.",
  ACTION_REQUIRED: "Something has to be put right. We write to you about it.",
  APPROVED: "The visa is there.",
  REJECTED: "The authority did not grant the visa.",
  CANCELLED: "Given up before it was paid.",
};

/** Where the money stands, in a line. */
export const paymentStatusWords: Record<PaymentStatus, string> = {
  PENDING: "Nothing has been paid.",
  PAID: "Paid in full.",
  REFUND_DUE: "Money came that goes back to you.",
  REFUNDED: "The money was sent back.",
};

/** What the status of one traveller means, in a line. */
export const applicantStatusWords: Record<VisaApplicantStatus, string> = {
  NEW: "Being filled in.",
  PENDING: "Complete, and waiting.",
  ACTION_REQUIRED: "Something has to be put right.",
  APPROVED: "The visa is ready to view and print.",
  REJECTED: "The authority did not grant this visa.",
};
