import {
  applicantFields,
  type ApplicantFieldName,
  correctableFields,
} from "../../../server/modules/applicant/applicantFields.rules";
import type { UploadPurpose } from "../../applicant/form/ApplicantFileField";
import { fileKinds } from "../../file/fileKinds";
import type { PaperKind } from "../../schemaTypes.generated";
import type { FollowedApplicantFragment } from "./operations.generated";

export type Correction = FollowedApplicantFragment["corrections"][number];

/** Returns the form field of a correction; undefined if it concerns a file or a question. */
export function findField({ field }: Pick<Correction, "field">): ApplicantFieldName | undefined {
  return field ? correctableFields[field] : undefined;
}

/** Returns the visa's question that a correction concerns; undefined if there is none. */
export function findQuestion(
  { documentName }: { documentName?: string | null },
  { requiredDocuments }: Pick<FollowedApplicantFragment, "requiredDocuments">,
) {
  return requiredDocuments.find((one) => one.isQuestion && one.documentName === documentName);
}

/** Returns the file kind of a correction; undefined if it concerns a field. Travellers never upload visas. */
export function findUploadPurpose({ paper }: { paper?: PaperKind | null }): UploadPurpose | undefined {
  return paper && paper !== "VISA" ? paper : undefined;
}

type Documents = Pick<FollowedApplicantFragment, "visaApplicationDocuments">;

/** Returns the supporting document to replace; undefined for a missing document and for other corrections. */
export function findDocument(
  correction: Pick<Correction, "visaApplicationDocumentId">,
  applicant: Documents,
) {
  const id = correction.visaApplicationDocumentId;
  return applicant.visaApplicationDocuments.find((one) => one.visaApplicationDocumentId === id);
}

/** Returns the name of a correction's subject: `Passport front page`, `Supporting document ticket.pdf`. */
export function nameOfCorrection(correction: Correction, applicant: Documents): string {
  const field = findField(correction);
  if (field) return applicantFields[field].label;
  const purpose = findUploadPurpose(correction) ?? "DOCUMENT";
  const { caption } = fileKinds[purpose];
  if (purpose !== "DOCUMENT") return caption;
  const document = findDocument(correction, applicant);
  return document ? `${caption} ${document.imageName}` : (correction.documentName ?? "Missing document");
}

export const correctionInputId = (correctionId: string) => `correction-${correctionId}`;

export const asItIsInputId = (correctionId: string) => `correction-${correctionId}-as-it-is`;
