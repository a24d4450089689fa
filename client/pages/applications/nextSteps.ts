import {
  countDocuments,
  neededDocumentsText,
} from "../../../server/modules/applicant/documents/neededDocuments.rules";
import { isRefundedUnreviewed } from "../../../server/modules/review/refund/moneyTask.rules";
import { paths } from "../../paths";
import type { ListedRequestFragment } from "./operations.generated";

export interface NextStepLabel {
  label: string;
  to: string;
  note?: string;
  isUrgent?: boolean;
}

type Applicant = ListedRequestFragment["visaApplicants"][number];
type Listed = Pick<ListedRequestFragment, "visaRequestId" | "visaRequestStatus" | "paymentStatus"> & {
  visaApplicants: readonly Pick<Applicant, "visaApplicantStatus" | "requiredDocuments">[];
};

/** Returns the traveller's next step; undefined if the application was cancelled before payment. */
export function findNextStep(request: Listed): NextStepLabel | undefined {
  const { visaRequestId, visaRequestStatus, paymentStatus, visaApplicants } = request;
  const page = paths.application(visaRequestId);
  switch (visaRequestStatus) {
    case "PENDING":
      return visaApplicants.length > 0
        ? { label: "Pay now", to: paths.visaapplicants(visaRequestId) }
        : { label: "Continue", to: paths.visarequest(visaRequestId) };
    case "SUBMITTED":
    case "PROCESSING": {
      if (isRefundedUnreviewed(request)) return { label: "View the refund", to: page };
      const count = countDocuments(request);
      if (count.needed === 0) return { label: "View progress", to: page };
      const note = neededDocumentsText(count);
      return { label: "Upload documents", to: paths.documents(visaRequestId), note };
    }
    case "ACTION_REQUIRED":
      return {
        label: "Make corrections",
        to: paths.corrections(visaRequestId),
        note: "Action needed",
        isUrgent: true,
      };
    case "APPROVED":
      return { label: "View the visa", to: page };
    case "REJECTED":
      return { label: "View the reason", to: page };
    case "CANCELLED":
      return paymentStatus === "PENDING" ? undefined : { label: "View the refund", to: page };
  }
}
