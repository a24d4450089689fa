/** Labels of what travellers have to correct, to follow "the". Pure. */
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

/** Returns e.g. `passport front page`, `passport number`; in the order requested, without duplicates. */
export function labelsOfCorrections(
  asked: readonly { paper: FilePurpose | null; field: ApplicantFieldName | null }[],
): string[] {
  const text = asked.flatMap(({ paper, field }) => {
    if (paper) return [fileLabels[paper]];
    return field ? [applicantFields[field].label.toLowerCase()] : [];
  });
  return [...new Set(text)];
}
