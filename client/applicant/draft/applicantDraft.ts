import type { ApplicantDetails } from "../../../server/modules/applicant/applicant.rules";
import { applicantFieldNames } from "../../../server/modules/applicant/applicantFields.rules";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { type ApplicantFiles, noFiles } from "../form/applicantForm";
import type { Answers, LaterWords } from "../form/requiredSlots";
import { steps, type Step } from "../form/wizardSteps";
import { findFormDraft, type FormDraft, type Restored } from "./unwrittenDraft";

/** The travel date as typed, and the saved travel date that it will replace. */
export interface TypedTravelDate {
  typed: string;
  saved: string;
}

export interface ApplicantDraft extends FormDraft {
  values: ApplicantDetails;
  files: ApplicantFiles;
  later: LaterWords;
  /** Absent in drafts that were stored before forms had questions. */
  answers?: Answers;
  travelDate?: TypedTravelDate;
  step: Step;
  /** With this key, a retry after a lost response does not create a second applicant. */
  idempotencyKey: string;
}

export type RestoredDraft = Restored<ApplicantDraft>;

/** Increase when the shape of `ApplicantDraft` changes; drafts of older versions are then dropped. */
export const draftVersion = 2;

export const findApplicantDraft = (place: DraftPlace) =>
  findFormDraft(place, { version: draftVersion, noFiles, isDraft });

function isDraft(content: unknown): content is ApplicantDraft {
  const { values, files, later, step, idempotencyKey } = content as Partial<ApplicantDraft>;
  return (
    applicantFieldNames.every((name) => typeof values?.[name] === "string") &&
    typeof files?.chosen === "object" &&
    Array.isArray(files.documents) &&
    typeof later === "object" &&
    steps.some((known) => known === step) &&
    typeof idempotencyKey === "string"
  );
}
