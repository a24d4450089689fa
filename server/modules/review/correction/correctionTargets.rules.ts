/** Labels of corrected files and fields, without an article. Pure. */
import type { FilePurpose } from "../../file/file.rules";
import { applicantFields, type ApplicantFieldName } from "../../applicant/applicantFields.rules";

/** The name of each kind of file within a sentence. */
export const fileLabels: Readonly<Record<FilePurpose, string>> = {
  PHOTO: "photo",
  PASSPORT_FRONT: "passport front page",
  PASSPORT_BACK: "passport back page",
  DOCUMENT: "supporting document",
  VISA: "visa",
};

interface Target {
  paper: FilePurpose | null;
  field: ApplicantFieldName | null;
  /** Null for a field, and for a document that is missing. */
  fileId: string | null;
  /** The required document or question, as named by the visa. */
  documentName: string | null;
}

/** Returns one label per correction, such as `passport number`, in the order requested. */
export function labelsOfCorrections(asked: readonly Target[]): string[] {
  return asked.map(({ paper, field, fileId, documentName }) => {
    if (documentName) return documentName;
    if (field) return applicantFields[field].label.toLowerCase();
    return paper && fileId ? fileLabels[paper] : "missing document";
  });
}
