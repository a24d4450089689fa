import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findDraft } from "../../lib/drafts/draftStore";
import { type FormDraft, withUnwritten } from "../../applicant/draft/unwrittenDraft";
import type { PreparedFile } from "../../file/field/prepareFile";

/** The entered answers to the corrections of one applicant, by correction id. */
export interface CorrectionDraft extends FormDraft {
  values: Record<string, string>;
  /** Fields that the traveller confirmed as right. */
  later: Record<string, boolean>;
  files: Record<string, PreparedFile>;
}

export interface RestoredCorrections extends CorrectionDraft {
  savedAt: Date;
}

/** Increase when the shape of `CorrectionDraft` or of its stored files changes. */
export const correctionDraftVersion = 1;

export async function findCorrectionDraft(place: DraftPlace): Promise<RestoredCorrections | undefined> {
  const found = await findDraft(place, correctionDraftVersion);
  const draft = found && { ...(found.content as CorrectionDraft), savedAt: found.savedAt };
  return withUnwritten(place, draft, { noFiles: {}, version: correctionDraftVersion, isDraft });
}

function isDraft(content: unknown): content is CorrectionDraft {
  const { values, files } = content as Partial<CorrectionDraft>;
  return typeof values === "object" && typeof files === "object";
}
