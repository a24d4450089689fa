import type { PreparedFile } from "../../file/field/prepareFile";
import type { DraftPlace } from "../../lib/drafts/draftRecords";
import { findFormDraft, type FormDraft, type Restored } from "../draft/unwrittenDraft";

export interface ChosenFile {
  key: string;
  prepared: PreparedFile;
}

/** Returns the new list; the present one may have changed while a file was prepared. */
export type ChangeFiles = (present: readonly ChosenFile[]) => ChosenFile[];

/** Unsent files and answers for one applicant's missing documents, by document name. */
interface DocumentsDraft extends FormDraft {
  /** Answers to questions; empty in drafts that were stored before drafts had answers. */
  values: Record<string, string>;
  files: Record<string, ChosenFile[]>;
}

export type RestoredDocuments = Restored<DocumentsDraft>;

/** Increase when the shape of `DocumentsDraft` or of its stored files changes. */
export const documentsDraftVersion = 1;

export const findDocumentsDraft = (place: DraftPlace) =>
  findFormDraft<DocumentsDraft>(place, { version: documentsDraftVersion });
