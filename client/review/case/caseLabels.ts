import { detailLabels } from "../../../server/modules/applicant/applicant.rules";
import type {
  ApplicantField,
  CorrectionReason,
  PaperKind,
  RefundReason,
  RefundState,
  RejectionReason,
  StaffTrailActor,
} from "../../schemaTypes.generated";
import type { StaffMemberPartsFragment } from "../../staff/operations.generated";
import type { StaffPaperPartsFragment } from "../document/operations.generated";

/** What each kind of paper is called on the desk. */
export const paperWords: Record<PaperKind, string> = {
  PHOTO: "Photo",
  PASSPORT_FRONT: "Passport front page",
  PASSPORT_BACK: "Passport back page",
  DOCUMENT: "Supporting paper",
  VISA: "Visa",
};

/** What a paper is called among the others of its traveller: supporting papers go by the name of their file. */
export function paperName({ kind, imageName }: Pick<StaffPaperPartsFragment, "kind" | "imageName">): string {
  return kind === "DOCUMENT" ? imageName : paperWords[kind];
}

/** The seven reasons, in the order in which they are offered. */
export const correctionReasonWords: Record<CorrectionReason, string> = {
  BLURRED: "Blurred",
  GLARE: "Glare",
  CROPPED: "Cropped",
  WRONG_DOCUMENT: "Wrong document",
  EXPIRED: "Expired",
  MISMATCH: "Does not agree with the details",
  OTHER: "Other",
};

export const rejectionReasonWords: Record<RejectionReason, string> = {
  REFUSED_BY_AUTHORITY: "Refused by the authority",
  NOT_ELIGIBLE: "Does not fulfil the country's conditions",
  PAPERS_INSUFFICIENT: "Papers never came, or did not do",
  OTHER: "Other",
};

export const fieldWords: Record<ApplicantField, string> = {
  FIRST_NAME: detailLabels.firstName,
  LAST_NAME: detailLabels.lastName,
  GENDER: detailLabels.gender,
  DATE_OF_BIRTH: detailLabels.dateOfBirth,
  PASSPORT_NUMBER: detailLabels.passportNumber,
  PASSPORT_ISSUE_DATE: detailLabels.passportIssueDate,
  PASSPORT_EXPIRE_DATE: detailLabels.passportExpireDate,
  NATIONALITY: detailLabels.nationality,
  PASSPORT_COUNTRY: detailLabels.passportCountry,
};

export const refundReasonWords: Record<RefundReason, string> = {
  TRAVELLER_WITHDREW: "The traveller withdrew",
  OUR_MISTAKE: "Our mistake",
  GOODWILL: "Goodwill",
};

export const refundStateWords: Record<RefundState, string> = {
  UNDER_WAY: "under way",
  DONE: "done",
  FAILED: "refused by the gateway: look after it",
};

export const trailActorWords: Record<StaffTrailActor, string> = {
  TRAVELLER: "Traveller",
  STAFF: "Staff",
  SYSTEM: "Server",
};

/** The options of a select, in the order of the words. */
export function optionsOf<Value extends string>(words: Record<Value, string>): [Value, string][] {
  return Object.entries(words) as [Value, string][];
}

/** What to call one of our staff: their name, else their number. */
export function nameOfStaff({ name, phoneNumber }: StaffMemberPartsFragment): string {
  return name || phoneNumber;
}

/** The name of an action of the audit log in words: `FILE_SEEN` gives `File seen`. */
export function actionWords(action: string): string {
  const words = action.toLowerCase().replaceAll("_", " ").replace("mrz", "MRZ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
