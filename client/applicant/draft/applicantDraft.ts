import type { ApplicantDetails } from "../../../server/modules/applicant/applicant.rules";
import { applicantFieldNames } from "../../../server/modules/applicant/applicantFields.rules";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findDraft } from "../../lib/drafts/draftStore";
import { type ApplicantFiles, noFiles } from "../form/applicantForm";
import type { Answers, LaterWords } from "../form/requiredSlots";
import { steps, type Step } from "../form/wizardSteps";
import { type FormDraft, withUnwritten } from "./unwrittenDraft";

/** A travel date as typed, and the one that it replaces once it is saved. */
export interface TypedTravelDate {
  typed: string;
  saved: string;
}

export interface ApplicantDraft extends FormDraft {
  values: ApplicantDetails;
  files: ApplicantFiles;
  later: LaterWords;
  /** Absent in drafts from before questions had answers. */
  answers?: Answers;
  travelDate?: TypedTravelDate;
  step: Step;
  /** A call may have succeeded without its response. The same key does not create it twice. */
  idempotencyKey: string;
}

export interface RestoredDraft extends ApplicantDraft {
  savedAt: Date;
}

/** Increase when the shape changes; older drafts are then dropped. */
export const draftVersion = 2;

export async function findApplicantDraft(place: DraftPlace): Promise<RestoredDraft | undefined> {
  const found = await findDraft(place, draftVersion);
  const draft = found && isDraft(found.content) ? { ...found.content, savedAt: found.savedAt } : undefined;
  return withUnwritten(place, draft, { noFiles, version: draftVersion, isDraft });
}

/** Guards against a changed shape whose version was not increased. */
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
