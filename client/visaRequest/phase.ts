import { isRefundedUnreviewed } from "../../server/modules/review/refund/moneyTask.rules";
import type { PaymentStatus, VisaApplicantStatus, VisaRequestStatus } from "../schemaTypes.generated";

/** Texts for an application in or after review, or refunded. `Confirmation` covers a submitted application. */
export interface RequestPhase {
  /** The heading of the page, above the reference number. */
  title: string;
  now: string;
  /** The traveller's next step; undefined if there is none. */
  next?: string;
  tone: "good" | "open" | "urgent" | "ended";
}

interface PhasedRequest {
  visaRequestStatus: VisaRequestStatus;
  paymentStatus: PaymentStatus;
  visaApplicants: readonly { visaApplicantStatus: VisaApplicantStatus }[];
}

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

/**
 * Returns the texts for a status; `needed` is the number of missing documents as text. Undefined while the application
 * is PENDING, or SUBMITTED and not refunded.
 */
export function getPhase(request: PhasedRequest, needed?: string): RequestPhase | undefined {
  const { visaRequestStatus, paymentStatus, visaApplicants } = request;
  const all = visaApplicants.length;
  const countByStatus = (status: VisaApplicantStatus) =>
    visaApplicants.filter(({ visaApplicantStatus }) => visaApplicantStatus === status).length;
  const isOver = visaRequestStatus === "APPROVED" || visaRequestStatus === "REJECTED";
  if (isOver && all === 0)
    return {
      title: `This application was ${visaRequestStatus.toLowerCase()}`,
      now: "The details of its applicants, their documents and visas are no longer kept.",
      tone: "ended",
    };
  switch (visaRequestStatus) {
    case "PENDING":
      return undefined;
    case "SUBMITTED":
      return isRefundedUnreviewed(request) ? refundedBeforeReview : undefined;
    case "PROCESSING":
      return {
        title: "Your application is in review",
        now: needed
          ? "Our staff or the authority are working on it."
          : "Our staff or the authority are working on it. You do not need to do anything; we will write to you as soon as something changes.",
        next: needed && `${needed}. Upload what you have below.`,
        tone: "open",
      };
    case "ACTION_REQUIRED": {
      const waiting = countByStatus("ACTION_REQUIRED");
      return {
        title: "Action needed: please make corrections",
        now:
          all > 1
            ? `We need corrections for ${waiting} of ${all} applicants before we can continue.`
            : "We need corrections from you before we can continue.",
        next: "See below what is needed, and why. You do not pay again.",
        tone: "urgent",
      };
    }
    case "APPROVED": {
      const approved = countByStatus("APPROVED");
      if (approved < all)
        return {
          title: `${approved} of ${all} visas ${plural(approved, "is", "are")} ready`,
          now: "No visa was granted for the other applicants; the reason is shown below.",
          next: "Open each visa, compare it with the passport and print it for the journey.",
          tone: "good",
        };
      return {
        title: plural(all, "Your visa is ready", "Your visas are ready"),
        now: plural(all, "The visa is granted.", "All visas are granted."),
        next: `Open ${plural(all, "it, compare it", "them, compare each")} with the passport and print ${plural(all, "it", "them")} for the journey.`,
        tone: "good",
      };
    }
    case "REJECTED":
      return {
        title: "No visa was granted",
        now: `The application has ended. The reason is shown below${plural(all, "", " for each applicant")}.`,
        next: "If you think this is wrong, write to us or call us.",
        tone: "ended",
      };
    case "CANCELLED":
      return cancelled[paymentStatus];
  }
}

/** Shown if the gateway or the bank refunded the money and staff have not cancelled the application yet. */
const refundedBeforeReview: RequestPhase = {
  title: "Your money was refunded",
  now: "It was refunded in full before the review began, so no visa will be applied for. Our staff will cancel this application.",
  tone: "ended",
};

const cancelled: Record<PaymentStatus, RequestPhase> = {
  PENDING: {
    title: "This application was cancelled",
    now: "Nothing was paid, and nothing more will happen with it.",
    next: "You can apply for the visa again at any time.",
    tone: "ended",
  },
  PAID: { title: "This application was cancelled", now: "Nothing more will happen with it.", tone: "ended" },
  REFUND_DUE: {
    title: "Your refund is on its way",
    now: "This application was cancelled. We are refunding your money to the original payment method.",
    next: "You do not need to do anything.",
    tone: "ended",
  },
  REFUNDED: {
    title: "Your money was refunded",
    now: "This application was cancelled. Banks take 5 to 7 working days to credit your account.",
    tone: "ended",
  },
};
