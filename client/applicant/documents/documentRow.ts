import type { ApplicantPartsFragment } from "../operations.generated";

/** Returns the id of a document's row on the page. The id stays the same when other documents are sent. */
export function rowId({ visaApplicantId, requiredDocuments }: ApplicantPartsFragment, documentName: string) {
  const place = requiredDocuments.findIndex((document) => document.documentName === documentName);
  return `document-${visaApplicantId}-${place}`;
}
