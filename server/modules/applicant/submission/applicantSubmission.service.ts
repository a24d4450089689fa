import { createHash } from "node:crypto";
import type { SentConsent } from "../../consent/consent.rules";
import type { FilePurpose } from "../../file/file.rules";
import type { CleanContent } from "../../file/inspection/inspectContent";
import type { PassedFile, Submission } from "../../file/file.service";
import { normaliseDetails, type ApplicantInput } from "../applicant.rules";
import type { ApplicantView, FileView } from "../applicant.view";
import { checkMrzLines, type MrzEntry } from "../mrzLines.rules";
import type { SentByRequirement } from "../documents/requirementIds.rules";
import type { ReceivedUpload } from "../../../core/ReceivedUpload";

/** A copy of a stored file, to be stored as a separate file. */
export interface CopiedFile extends PassedFile {
  /** Name of the required document that the file is for. */
  documentName?: string | null;
}

export interface ApplicantSubmission extends SentByRequirement {
  details: ApplicantInput;
  profileFile?: ReceivedUpload | null;
  passportFrontFile?: ReceivedUpload | null;
  passportBackFile?: ReceivedUpload | null;
  documentFiles?: readonly ReceivedUpload[] | null;
  /** Ids of other applicants' documents in the same request, which are copied for this applicant. */
  copyDocumentIds?: readonly string[] | null;
  /** The photo and passport pages of a kept applicant, which the server adds. */
  copies?: readonly CopiedFile[];
  /**
   * The MRZ that was stored with the copied front page, and who or what entered it. It is valid for the copy too,
   * because the page is the same.
   */
  mrzOfCopy?: MrzEntry;
  /** The MRZ; undefined leaves it unchanged, blank lines remove it. */
  mrzLine1?: string | null;
  mrzLine2?: string | null;
  /** True if the lines were read from the picture on the traveller's device. */
  isMrzReadOnDevice?: boolean | null;
  /** The consent to the use of this data; undefined leaves an earlier consent unchanged. */
  consent?: SentConsent | null;
}

/** The files of which each applicant has exactly one. */
export const singleFiles = [
  { field: "profileFile", purpose: "PHOTO", view: "photo" },
  { field: "passportFrontFile", purpose: "PASSPORT_FRONT", view: "passportFront" },
  { field: "passportBackFile", purpose: "PASSPORT_BACK", view: "passportBack" },
] as const satisfies readonly {
  field: keyof ApplicantSubmission;
  purpose: FilePurpose;
  view: keyof ApplicantView;
}[];

/** Returns the values that have to be equal in calls with the same idempotency key. */
export function fingerprint(visaRequestId: string, submission: ApplicantSubmission): unknown {
  const hash = (file: ReceivedUpload | null | undefined) =>
    file ? createHash("sha256").update(file.bytes).digest("hex") : null;
  const { copies, copyDocumentIds, documentNames, documentRequirements, laterDocuments, answers } =
    submission;
  return {
    visaRequestId,
    details: normaliseDetails(submission.details),
    files: singleFiles.map(({ field }) => hash(submission[field])),
    documents: (submission.documentFiles ?? []).map(hash),
    // Ignores the device's reading, because the device may finish it between a call and its repetition.
    mrz: submission.isMrzReadOnDevice ? null : checkMrzLines(submission.mrzLine1, submission.mrzLine2).lines,
    // Omitted if absent, so that calls from before these fields existed keep their fingerprint.
    ...(submission.consent && { consent: submission.consent }),
    ...(documentNames && { documentNames }),
    ...(documentRequirements && { documentRequirements }),
    ...(laterDocuments && { laterDocuments }),
    ...(answers && { answers }),
    ...(copyDocumentIds && { copyDocumentIds }),
    ...(copies && { copies: copies.map(({ file }) => file.sha256) }),
  };
}

export function documentField(index: number): string {
  return `documentFiles.${index}`;
}

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

export function findPassportLines(
  passed: readonly { purpose: FilePurpose; file: Pick<CleanContent, "passportLines"> }[],
) {
  return passed.find(({ purpose }) => purpose === "PASSPORT_FRONT")?.file.passportLines;
}

/** Assigns positions to the accepted files; documents follow the existing ones. */
export function placeFiles(
  passed: readonly Omit<PassedFile, "position">[],
  firstDocumentPosition: number,
): PassedFile[] {
  let position = firstDocumentPosition;
  return passed.map(({ purpose, field, file }) => ({
    purpose,
    field,
    file,
    position: purpose === "DOCUMENT" ? position++ : 0,
  }));
}

/**
 * Returns the files that the applicant does not have yet, because a repeated call sends the same files again, with the
 * same names.
 */
export function listNewFiles(
  before: ApplicantView,
  removedIds: ReadonlySet<string>,
  sent: { files: readonly PassedFile[]; findDocumentName(this: void, field: string): string | null },
): PassedFile[] {
  const toKey = (file: Pick<FileView, "purpose" | "sha256" | "imageName" | "documentName">) =>
    JSON.stringify([file.purpose, file.sha256, file.imageName, file.documentName]);
  const kept = before.documents.filter(({ fileId }) => !removedIds.has(fileId));
  const present = new Set([...singleFiles.map(({ view }) => before[view]), ...kept].map(toKey));
  return sent.files.filter(
    ({ purpose, file: { sha256, imageName }, field }) =>
      !present.has(toKey({ purpose, sha256, imageName, documentName: sent.findDocumentName(field) })),
  );
}
