import type { ApplicantDetails } from "../../../server/modules/applicant/applicant.rules";
import { applicantFieldNames } from "../../../server/modules/applicant/applicantFields.rules";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findDraft } from "../../lib/drafts/draftStore";
import { type ApplicantFiles, noFiles } from "../form/applicantForm";
import type { LaterWords } from "../form/requiredSlots";
import { steps, type Step } from "../form/wizardSteps";
import type { FormDraft } from "./formDraft";
import { withUnwritten } from "./unwrittenDraft";

/** A new applicant as far as it has been entered. */
export interface ApplicantDraft extends FormDraft {
  values: ApplicantDetails;
  files: ApplicantFiles;
  later: LaterWords;
  step: Step;
  /** Of the sending: one that arrived and was never answered is not entered twice after a reload. */
  idempotencyKey: string;
}

export interface RestoredDraft extends ApplicantDraft {
  savedAt: Date;
}

/** Raise it when `ApplicantDraft`, or what is kept of a file, changes its shape: older drafts are then dropped. */
export const draftVersion = 2;

/** What this device keeps of a new applicant of that request; undefined where it keeps nothing. */
export async function findApplicantDraft(place: DraftPlace): Promise<RestoredDraft | undefined> {
  const found = await findDraft(place, draftVersion);
  const draft = found && isDraft(found.content) ? { ...found.content, savedAt: found.savedAt } : undefined;
  return withUnwritten(place, draft, { noFiles, version: draftVersion, isDraft });
}

/** A version that somebody forgot to raise must not take the page down. */
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
