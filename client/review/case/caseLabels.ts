import { applicantFields, correctableFields } from "../../../server/modules/applicant/applicantFields.rules";
import { fileKinds } from "../../file/fileKinds";
import type {
  ApplicantField,
  RefundReason,
  RefundState,
  RejectionReason,
  StaffTrailActor,
} from "../../schemaTypes.generated";
import type { StaffFilePartsFragment } from "../document/operations.generated";

/** Returns the displayed name of a file: its kind, or the uploaded name for a supporting document. */
export function fileName({ kind, imageName }: Pick<StaffFilePartsFragment, "kind" | "imageName">): string {
  return kind === "DOCUMENT" ? imageName : fileKinds[kind].label;
}

export const rejectionReasonLabels: Record<RejectionReason, string> = {
  REFUSED_BY_AUTHORITY: "Refused by the authority",
  NOT_ELIGIBLE: "Does not meet the country's conditions",
  PAPERS_INSUFFICIENT: "Documents missing or not acceptable",
  OTHER: "Other",
};

export const fieldLabels = Object.fromEntries(
  Object.entries(correctableFields).map(([apiName, name]) => [apiName, applicantFields[name].label]),
) as Record<ApplicantField, string>;

export const refundReasonLabels: Record<RefundReason, string> = {
  TRAVELLER_WITHDREW: "The traveller withdrew",
  OUR_MISTAKE: "Our mistake",
  GOODWILL: "Goodwill",
};

export const refundStateLabels: Record<RefundState, string> = {
  UNDER_WAY: "under way",
  DONE: "done",
  FAILED: "refused by the payment provider, needs attention",
};

export const actorLabels: Record<StaffTrailActor, string> = {
  TRAVELLER: "Traveller",
  PARTNER: "Partner",
  STAFF: "Staff",
  SYSTEM: "System",
};

export function toOptions<Value extends string>(labels: Record<Value, string>): [Value, string][] {
  return Object.entries(labels) as [Value, string][];
}

/**
 * Labels of actions whose names in the audit log differ from the terms that staff use; the log's names never change.
 */
const actionLabels: Readonly<Record<string, string>> = {
  PAPERS_SEEN: "Details seen",
  PAPERS_EXPIRED: "Personal data removed",
  PAPER_JUDGED: "Document reviewed",
  CORRECTION_ASKED: "Corrections requested",
  ORDER_MADE: "Order created",
  PAYMENT_SETTLED: "Payment recorded",
  REFUND_MADE: "Refund sent",
};

/** Returns the label of an audit log action: `FILE_SEEN` becomes `File seen`. */
export function actionLabel(action: string): string {
  const label = action.toLowerCase().replaceAll("_", " ").replace("mrz", "MRZ");
  return actionLabels[action] ?? label.charAt(0).toUpperCase() + label.slice(1);
}
