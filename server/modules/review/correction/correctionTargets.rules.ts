/** What travellers have to correct, as labels that follow "the". Pure. */
import type { FilePurpose } from "../../file/file.rules";
import { applicantFields, type ApplicantFieldName } from "../../applicant/applicantFields.rules";

/** What each kind of file is called within a sentence. */
export const fileLabels: Readonly<Record<FilePurpose, string>> = {
  PHOTO: "photo",
  PASSPORT_FRONT: "passport front page",
  PASSPORT_BACK: "passport back page",
  DOCUMENT: "supporting document",
  VISA: "visa",
};

/** E.g. `passport front page`, `passport number`; each once, in the order in which it was asked for. */
export function labelsOfCorrections(
  asked: readonly { paper: FilePurpose | null; field: ApplicantFieldName | null }[],
): string[] {
  const text = asked.flatMap(({ paper, field }) => {
    if (paper) return [fileLabels[paper]];
    return field ? [applicantFields[field].label.toLowerCase()] : [];
  });
  return [...new Set(text)];
}
