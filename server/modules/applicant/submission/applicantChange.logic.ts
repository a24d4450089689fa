/** The transaction that changes an applicant together with their files, for edits and for answers to corrections. */
import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import { DomainError, notFound, throwIfAny, type UserErrorCode, type Violation } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFilesByApplicants } from "../../file/file.reads";
import type { PassedFile } from "../../file/file.service";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { commentsText, encryptMrz, findPassportIndexes, requiredDocumentsText } from "../applicant.crypto";
import type { VisaApplicantEntity } from "../applicant.entity";
import type { ApplicantColumns } from "../applicantFields.rules";
import { findApplicant, hasDuplicatePassport } from "../applicant.reads";
import { openApplicant, type ApplicantView } from "../applicant.view";
import type { ApplicantFileService } from "../applicantFile.service";
import type { GivenConsent } from "../../consent/consent.rules";
import { withPapers, type KeptDocument } from "../documents/requiredDocuments.rules";
import type { MrzEntry } from "../mrzLines.rules";
import type { ApplicantDeps } from "./applicantDeps.logic";

/** A checked change of an applicant's files and passport. */
export interface CheckedChange {
  passport: CheckedPassport | undefined;
  files: PassedFile[];
  removedFileIds: string[];
}

/** A checked submission: the row, without the columns that the service sets later, and the files to store. */
export interface CheckedApplicant extends Pick<CheckedChange, "passport" | "files"> {
  row: ApplicantColumns &
    Pick<
      VisaApplicantEntity,
      "visaApplicantId" | "visaRequestId" | "passportNumberSealed" | "passportNumberIndex"
    >;
  comments: string | null;
  /** The MRZ; undefined leaves it unchanged. */
  mrz: MrzEntry | null | undefined;
  consent: GivenConsent | undefined;
  /** The state of each required document, without the new `files`, whose ids are not known yet. */
  requiredDocuments: KeptDocument[];
  /** Returns the name of the required document that the file in an input field is for; null if there is none. */
  findDocumentName(this: void, field: string): string | null;
  /** The names of other changes: documents left for later, and answers to questions. */
  documentChanges: string[];
}

/** The blind indexes under which the passport may already be stored, and the violation to return if it is. */
interface CheckedPassport {
  indexes: string[];
  duplicate: Violation<UserErrorCode>;
}

interface Deps extends Pick<ApplicantDeps, "audit" | "clock" | "fileService" | "keys"> {
  applicantFiles: ApplicantFileService;
}

interface Steps {
  /** Returns the request. Throws if the change is no longer allowed. */
  getRequest(
    transaction: EntityManager,
    present: VisaApplicantEntity | undefined,
  ): Promise<VisaRequestEntity>;
  /** Writes the change. Returns the names of the changed fields for the audit log. */
  write(
    transaction: EntityManager,
    found: { request: VisaRequestEntity; present: VisaApplicantEntity; files: StoredFileEntity[]; at: Date },
  ): Promise<string[]>;
}

/**
 * Writes a checked change. Errors: those of `steps`, NOT_FOUND, FILE_TOO_LARGE; CONFLICT if the applicant has changed
 * since the check, or has a duplicate passport.
 */
export async function changeApplicant(
  deps: Deps,
  caller: Principal,
  before: ApplicantView,
  checked: CheckedChange,
  { getRequest, write }: Steps,
): Promise<void> {
  const { applicantFiles, audit, clock } = deps;
  const { visaApplicantId, visaRequestId } = before;
  const place = { caller, visaRequestId };
  await applicantFiles.write(place, visaApplicantId, checked, async (transaction, files) => {
    const present = await findApplicant(transaction, visaApplicantId);
    const request = await getRequest(transaction, present);
    if (!present) throw notFound();
    const presentFiles = await findFilesByApplicants(transaction, [visaApplicantId]);
    if (!isDeepStrictEqual(openApplicant(present, presentFiles, deps), before)) throw changedMeanwhile();
    throwIfAny(await findDuplicatePassport(transaction, before, checked.passport));
    await applicantFiles.replace(transaction, place, checked, files);
    const fields = await write(transaction, { request, present, files, at: clock.now() });
    const details = { fields };
    await audit.record(transaction, "APPLICANT_CHANGED", visaApplicantId, { by: caller, request, details });
    return { gone: checked.removedFileIds.map((fileId) => ({ fileId })) };
  });
}

/** Returns the names of changed fields for the audit log, never their values. */
export function listChangedFields(
  before: VisaApplicantEntity & Pick<ApplicantView, "comments">,
  checked: CheckedApplicant & CheckedChange,
): string[] {
  const { row, mrz, consent, files, removedFileIds, documentChanges } = checked;
  const { passportNumberSealed: _reencrypted, passportNumberIndex: _reindexed, ...plain } = row;
  const names = (Object.keys(plain) as (keyof typeof plain)[]).filter((name) => before[name] !== row[name]);
  const purposes = new Set(files.map(({ purpose }) => purpose));
  if (removedFileIds.length > 0 && purposes.size === 0) purposes.add("DOCUMENT");
  // Compares all blind indexes, because the stored one may have been made with the previous data key.
  const isNewPassport = !checked.passport?.indexes.includes(before.passportNumberIndex);
  const others = [
    ...(before.comments === checked.comments ? [] : ["comments"]),
    ...(isNewPassport ? ["passportNumber"] : []),
    ...(mrz === undefined ? [] : ["mrz"]),
    ...(consent ? ["consent"] : []),
    ...documentChanges,
  ];
  return [...names, ...others, ...purposes];
}

/** Encrypts the texts, and the required documents with the ids of the files that were just stored. */
export function encryptChecked(
  keys: KeyRing,
  checked: CheckedApplicant,
  files: readonly StoredFileEntity[],
  at: Date,
) {
  const { row, comments, mrz: entry = null, requiredDocuments, findDocumentName } = checked;
  const { visaApplicantId } = row;
  // `files` is in the order of `checked.files`.
  const papers = checked.files.map(({ field }, index) => ({
    documentName: findDocumentName(field),
    fileId: files[index]!.fileId,
  }));
  const documents = withPapers(requiredDocuments, papers);
  return {
    commentsSealed: commentsText.encrypt(keys, visaApplicantId, comments),
    mrzSealed: encryptMrz(keys, { visaApplicantId, entry, at }),
    requiredDocumentsSealed: requiredDocumentsText.encryptJson(keys, visaApplicantId, documents),
  };
}

export function checkedPassport(keys: KeyRing, passportNumber: string, field: string): CheckedPassport {
  const message = "This passport is already in this application";
  const indexes = findPassportIndexes(keys, passportNumber);
  return { indexes, duplicate: { field, code: "CONFLICT", message } };
}

/**
 * Returns the violation if another applicant of the request has the passport. Repeat the check in the writing
 * transaction, so that concurrent writers cannot add the same passport twice.
 */
export async function findDuplicatePassport(
  db: EntityManager,
  row: Pick<VisaApplicantEntity, "visaRequestId" | "visaApplicantId">,
  passport: CheckedPassport | undefined,
): Promise<Violation<UserErrorCode>[]> {
  const isDuplicate = passport && (await hasDuplicatePassport(db, row, passport.indexes));
  return isDuplicate ? [passport.duplicate] : [];
}

export function changedMeanwhile(): DomainError {
  return new DomainError("CONFLICT", "This applicant was changed in the meantime. Please try again");
}
