import type { PreparedFile } from "../../file/field/prepareFile";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findDraft } from "../../lib/drafts/draftStore";
import { type FormDraft, withUnwritten } from "../draft/unwrittenDraft";

export interface ChosenFile {
  key: string;
  prepared: PreparedFile;
}

/** What was chosen or typed for one applicant's missing documents and not sent yet, by document name. */
interface DocumentsDraft extends FormDraft {
  /** Answers to questions; empty in drafts from before they were stored. */
  values: Record<string, string>;
  files: Record<string, ChosenFile[]>;
}

export interface RestoredDocuments extends DocumentsDraft {
  savedAt: Date;
}

/** Increase when the shape of `DocumentsDraft` or of its stored files changes. */
export const documentsDraftVersion = 1;

export async function findDocumentsDraft(place: DraftPlace): Promise<RestoredDocuments | undefined> {
  const found = await findDraft(place, documentsDraftVersion);
  const draft = found && { ...(found.content as DocumentsDraft), savedAt: found.savedAt };
  return withUnwritten(place, draft, { noFiles: {}, version: documentsDraftVersion, isDraft });
}

function isDraft(content: unknown): content is DocumentsDraft {
  const { values, files } = content as Partial<DocumentsDraft>;
  return typeof values === "object" && typeof files === "object";
}
