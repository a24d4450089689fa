/** What is sent for a traveller: its files by their fields, and what tells one sending from another. */
import { createHash } from "node:crypto";
import type { SentConsent } from "../../consent/consent.rules";
import type { FilePurpose } from "../../file/file.rules";
import type { PassedFile, Submission } from "../../file/file.service";
import type { ReceivedUpload } from "../../file/inspection/inspectFile";
import { tidyDetails, type ApplicantInput } from "../applicant.rules";
import type { ApplicantView } from "../applicant.view";
import { checkMrzLines } from "../mrzLines.rules";
import type { LaterDocument } from "../requiredDocuments.rules";

/** What was sent for a traveller. */
export interface ApplicantSubmission {
  details: ApplicantInput;
  profileFile?: ReceivedUpload | null;
  passportFrontFile?: ReceivedUpload | null;
  passportBackFile?: ReceivedUpload | null;
  documentFiles?: readonly ReceivedUpload[] | null;
  /** For each of the document files, in their order, the required document that it answers. */
  documentNames?: readonly (string | null)[] | null;
  /** The required documents that come later; left out, it stays as it is. */
  laterDocuments?: readonly LaterDocument[] | null;
  /** The machine-readable zone; neither is sent where it stays as it is, blank ones take it away. */
  mrzLine1?: string | null;
  mrzLine2?: string | null;
  /** Who agreed that all this is used; left out, what was given before stays. */
  consent?: SentConsent | null;
}

/** The files of which there is one each. */
export const singleFiles = [
  { field: "profileFile", purpose: "PHOTO", view: "photo" },
  { field: "passportFrontFile", purpose: "PASSPORT_FRONT", view: "passportFront" },
  { field: "passportBackFile", purpose: "PASSPORT_BACK", view: "passportBack" },
] as const satisfies readonly {
  field: keyof ApplicantSubmission;
  purpose: FilePurpose;
  view: keyof ApplicantView;
}[];

/** What has to be the same where the idempotency key is the same. */
export function fingerprint(visaRequestId: string, submission: ApplicantSubmission): unknown {
  const hash = (file: ReceivedUpload | null | undefined) =>
    file ? createHash("sha256").update(file.bytes).digest("hex") : null;
  const { documentNames, laterDocuments } = submission;
  return {
    visaRequestId,
    details: tidyDetails(submission.details),
    files: singleFiles.map(({ field }) => hash(submission[field])),
    documents: (submission.documentFiles ?? []).map(hash),
    mrz: checkMrzLines(submission.mrzLine1, submission.mrzLine2).lines,
    // Left out where there is none, as it is in keys that were used before consents were kept.
    ...(submission.consent && { consent: submission.consent }),
    // Left out where nothing was said, so that a call of before this was asked keeps its fingerprint.
    ...(documentNames && { documentNames }),
    ...(laterDocuments && { laterDocuments }),
  };
}

/** The input field of a supporting document. */
export function documentField(index: number): string {
  return `documentFiles.${index}`;
}

/** The files of a sending, each with the field that it came in. */
export function listFiles(submission: ApplicantSubmission): Submission[] {
  const singles = singleFiles.flatMap(({ field, purpose }): Submission[] => {
    const upload = submission[field];
    return upload ? [{ field, purpose, upload }] : [];
  });
  const documents = (submission.documentFiles ?? []).map((upload, index): Submission => ({
    field: documentField(index),
    purpose: "DOCUMENT",
    upload,
  }));
  return [...singles, ...documents];
}

/** What passed, each with its place; documents come behind those that are there. */
export function placeFiles(
  passed: readonly { submission: Submission; file: PassedFile["file"] }[],
  firstDocumentPosition: number,
): PassedFile[] {
  let position = firstDocumentPosition;
  return passed.map(({ submission: { purpose, field }, file }) => ({
    purpose,
    field,
    file,
    position: purpose === "DOCUMENT" ? position++ : 0,
  }));
}
