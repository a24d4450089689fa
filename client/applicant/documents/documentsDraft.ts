import type { PreparedFile } from "../../file/field/prepareFile";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findDraft } from "../../lib/drafts/draftStore";
import type { FormDraft } from "../draft/unwrittenDraft";

export interface ChosenFile {
  key: string;
  prepared: PreparedFile;
}

/** The files chosen for one applicant's missing documents and not sent yet, by document name. */
export interface DocumentsDraft extends FormDraft {
  files: Record<string, ChosenFile[]>;
}

export interface RestoredDocuments extends DocumentsDraft {
  savedAt: Date;
}

/** Increase when the shape of `DocumentsDraft` or of its stored files changes. */
export const documentsDraftVersion = 1;

export async function findDocumentsDraft(place: DraftPlace): Promise<RestoredDocuments | undefined> {
  const found = await findDraft(place, documentsDraftVersion);
  return found && { ...(found.content as DocumentsDraft), savedAt: found.savedAt };
}
