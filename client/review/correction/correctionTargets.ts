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

/** The field of the form that a correction is about; undefined where it is about a file. */
export function fieldOf({ field }: Pick<Correction, "field">): ApplicantFieldName | undefined {
  return field ? correctableFields[field] : undefined;
}

/** The file that a correction is about; undefined where it is about a field. A visa is never sent by a traveller. */
export function uploadOf({ paper }: { paper?: PaperKind | null }): UploadPurpose | undefined {
  return paper && paper !== "VISA" ? paper : undefined;
}

type Documents = Pick<FollowedApplicantFragment, "visaApplicationDocuments">;

/** The supporting document that has to be replaced; undefined for anything else, and for one that is missing. */
export function documentOf(correction: Pick<Correction, "visaApplicationDocumentId">, applicant: Documents) {
  const id = correction.visaApplicationDocumentId;
  return applicant.visaApplicationDocuments.find((one) => one.visaApplicationDocumentId === id);
}

/** What has to be corrected: `Passport front page`, `Supporting document ticket.pdf`, `Passport number`. */
export function nameOfCorrection(correction: Correction, applicant: Documents): string {
  const field = fieldOf(correction);
  if (field) return applicantFields[field].label;
  const purpose = uploadOf(correction) ?? "DOCUMENT";
  const { caption } = fileKinds[purpose];
  if (purpose !== "DOCUMENT") return caption;
  const document = documentOf(correction, applicant);
  return document ? `${caption} ${document.imageName}` : (correction.documentName ?? "Missing document");
}

/** The id of the input that answers a correction. */
export const correctionInputId = (correctionId: string) => `correction-${correctionId}`;

/** The id of the box that says that a field is right as it is. */
export const asItIsInputId = (correctionId: string) => `correction-${correctionId}-as-it-is`;
