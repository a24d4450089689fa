/**
 * The transaction that changes an applicant together with their files, for the owner's edits and their answers
 * to corrections.
 */
import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import type { Platform } from "../../../platform/adapters/Platform";
import { DomainError, notFound, throwIfAny, type UserErrorCode, type Violation } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import type { AuditService } from "../../audit/audit.service";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFilesByApplicants } from "../../file/file.reads";
import type { FileService, PassedFile } from "../../file/file.service";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { findPassportIndexes } from "../applicant.crypto";
import type { VisaApplicantEntity } from "../applicant.entity";
import { findApplicant, hasDuplicatePassport } from "../applicant.reads";
import { openApplicant, type ApplicantView } from "../applicant.view";
import type { ApplicantFileService } from "../applicantFile.service";

/** A checked change of an applicant's files and passport. */
export interface CheckedChange {
  passport: CheckedPassport | undefined;
  files: PassedFile[];
  removedFileIds: string[];
}

/** The indexes under which a duplicate passport may be stored, and the violation in that case. */
interface CheckedPassport {
  indexes: string[];
  duplicate: Violation<UserErrorCode>;
}

interface Deps extends Pick<Platform, "clock" | "keys"> {
  audit: AuditService;
  applicantFiles: ApplicantFileService;
  fileService: FileService;
}

interface Steps {
  /** Returns the request if the change is still allowed. */
  getRequest(
    transaction: EntityManager,
    present: VisaApplicantEntity | undefined,
  ): Promise<VisaRequestEntity>;
  /** Returns the names of the changed fields for the audit log. */
  write(
    transaction: EntityManager,
    found: { request: VisaRequestEntity; present: VisaApplicantEntity; files: StoredFileEntity[]; at: Date },
  ): Promise<string[]>;
}

/**
 * Writes a checked change. Errors: those of the steps, NOT_FOUND, FILE_TOO_LARGE; CONFLICT if the applicant
 * has changed since the check, or has a duplicate passport.
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

export function checkedPassport(keys: KeyRing, passportNumber: string, field: string): CheckedPassport {
  const message = "This passport is in this application already";
  const indexes = findPassportIndexes(keys, passportNumber);
  return { indexes, duplicate: { field, code: "CONFLICT", message } };
}

/**
 * Returns the violation if another applicant of the request has the passport. Repeat it in the writing
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
  return new DomainError("CONFLICT", "This traveller was changed in the meantime. Please try again");
}
