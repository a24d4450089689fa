import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findDraft } from "../../lib/drafts/draftStore";
import type { FormDraft } from "../../applicant/draft/formDraft";
import { withUnwritten } from "../../applicant/draft/unwrittenDraft";
import type { PreparedFile } from "../../file/field/prepareFile";

/** The answers to the corrections of one applicant as far as they have been entered, by the ids of the corrections. */
export interface CorrectionDraft extends FormDraft {
  values: Record<string, string>;
  /** Of which fields the traveller says that they are right as they are. */
  later: Record<string, boolean>;
  files: Record<string, PreparedFile>;
}

export interface RestoredCorrections extends CorrectionDraft {
  savedAt: Date;
}

/** Raise it when `CorrectionDraft`, or what is kept of a file, changes its shape. */
export const correctionDraftVersion = 1;

/** Returns what this device keeps of the corrections; undefined if it keeps nothing. */
export async function findCorrectionDraft(place: DraftPlace): Promise<RestoredCorrections | undefined> {
  const found = await findDraft(place, correctionDraftVersion);
  const draft = found && { ...(found.content as CorrectionDraft), savedAt: found.savedAt };
  return withUnwritten(place, draft, { noFiles: {}, version: correctionDraftVersion, isDraft });
}

function isDraft(content: unknown): content is CorrectionDraft {
  const { values, files } = content as Partial<CorrectionDraft>;
  return typeof values === "object" && typeof files === "object";
}
