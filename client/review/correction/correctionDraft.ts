import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findFormDraft, type FormDraft, type Restored } from "../../applicant/draft/unwrittenDraft";
import type { PreparedFile } from "../../file/field/prepareFile";

/** The entered answers to the corrections of one applicant, by correction id. */
export interface CorrectionDraft extends FormDraft {
  values: Record<string, string>;
  /** Whether the traveller confirmed a field as right, by correction id. */
  later: Record<string, boolean>;
  files: Record<string, PreparedFile>;
}

export type RestoredCorrections = Restored<CorrectionDraft>;

/** Increase when the shape of `CorrectionDraft` or of its stored files changes. */
export const correctionDraftVersion = 1;

export const findCorrectionDraft = (place: DraftPlace) =>
  findFormDraft<CorrectionDraft>(place, { version: correctionDraftVersion });
