import { applicantFields, correctableFields } from "../../../server/modules/applicant/applicantFields.rules";
import { fileKinds } from "../../file/fileKinds";
import type {
  ApplicantField,
  CorrectionReason,
  RefundReason,
  RefundState,
  RejectionReason,
  StaffTrailActor,
} from "../../schemaTypes.generated";
import type { StaffMemberPartsFragment } from "../../staff/operations.generated";
import type { StaffFilePartsFragment } from "../document/operations.generated";

/** What a file is called among the others of its traveller: supporting documents go by their file name. */
export function fileName({ kind, imageName }: Pick<StaffFilePartsFragment, "kind" | "imageName">): string {
  return kind === "DOCUMENT" ? imageName : fileKinds[kind].label;
}

/** The seven reasons, in the order in which they are offered. */
export const correctionReasonLabels: Record<CorrectionReason, string> = {
  BLURRED: "Blurred",
  GLARE: "Glare",
  CROPPED: "Cropped",
  WRONG_DOCUMENT: "Wrong document",
  EXPIRED: "Expired",
  MISMATCH: "Does not agree with the details",
  OTHER: "Other",
};

export const rejectionReasonLabels: Record<RejectionReason, string> = {
  REFUSED_BY_AUTHORITY: "Refused by the authority",
  NOT_ELIGIBLE: "Does not fulfil the country's conditions",
  PAPERS_INSUFFICIENT: "Papers never came, or did not do",
  OTHER: "Other",
};

/** The fields that can be asked for, by their names in the API. */
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
  FAILED: "refused by the gateway: look after it",
};

export const actorLabels: Record<StaffTrailActor, string> = {
  TRAVELLER: "Traveller",
  STAFF: "Staff",
  SYSTEM: "Server",
};

/** The options of a select, in the order of the words. */
export function optionsOf<Value extends string>(labels: Record<Value, string>): [Value, string][] {
  return Object.entries(labels) as [Value, string][];
}

/** What to call one of our staff: their name, else their number. */
export function nameOfStaff({ name, phoneNumber }: StaffMemberPartsFragment): string {
  return name || phoneNumber;
}

/** The name of an action of the audit log in words: `FILE_SEEN` gives `File seen`. */
export function actionLabel(action: string): string {
  const labels = action.toLowerCase().replaceAll("_", " ").replace("mrz", "MRZ");
  return labels.charAt(0).toUpperCase() + labels.slice(1);
}
