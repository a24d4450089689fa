import type {
  CorrectionReason,
  PaymentStatus,
  RejectionReason,
  VisaApplicantStatus,
  VisaRequestStatus,
} from "../schemaTypes.generated";

/** What the status of a request means, in a line. */
export const requestStatusLabels: Record<VisaRequestStatus, string> = {
  PENDING: "Not paid yet. Add everyone who travels, then pay.",
  SUBMITTED: "Paid. Our staff check the documents next.",
  PROCESSING: "The application is with our staff or the authority.",
  ACTION_REQUIRED: "Something has to be put right before we can go on.",
  APPROVED: "The visa is there.",
  REJECTED: "No visa was granted.",
  CANCELLED: "Given up. Nothing more happens with it.",
};

/** Where the money stands, in a line. */
export const paymentStatusLabels: Record<PaymentStatus, string> = {
  PENDING: "Nothing has been paid.",
  PAID: "Paid in full.",
  REFUND_DUE: "Money came that goes back to you.",
  REFUNDED: "The money was sent back.",
};

/** What the status of one traveller means, in a line. */
export const applicantStatusLabels: Record<VisaApplicantStatus, string> = {
  NEW: "Being filled in.",
  PENDING: "Complete, and waiting.",
  ACTION_REQUIRED: "Something has to be put right.",
  APPROVED: "The visa is ready to view and print.",
  REJECTED: "No visa was granted.",
};

/** Why a file or a field is refused, as a sentence. */
export const correctionReasonLabels: Record<CorrectionReason, string> = {
  BLURRED: "The picture is not sharp.",
  GLARE: "Light hides a part of it.",
  CROPPED: "A part of it is cut off.",
  WRONG_DOCUMENT: "It is another document than the one asked for.",
  EXPIRED: "It is no longer valid, or not for long enough.",
  MISMATCH: "It does not agree with the other details.",
  OTHER: "It will not do as it is.",
};

/** Why there is no visa, as a sentence. */
export const rejectionReasonLabels: Record<RejectionReason, string> = {
  REFUSED_BY_AUTHORITY: "The authority of the country refused the visa.",
  NOT_ELIGIBLE: "The country's conditions for this visa are not fulfilled.",
  PAPERS_INSUFFICIENT: "What was asked for did not come, or did not do.",
  OTHER: "It could not be granted.",
};
