/**
 * Access to the files of applicants. Guards: only staff and the request's owner and follower can open a file. Each
 * access is recorded first; those of the owner and the follower at most once an hour per file. Uploads have quotas: per
 * person, or per partner and per application of a partner. Calls: the audit log.
 */
import type { EntityManager } from "typeorm";
import type { RowSource } from "../../platform/db/rowSource";
import { mayActOn } from "../../core/ownership.rules";
import { notFound, throwIfAny } from "../../core/errors";
import { requireSession, type Principal } from "../../core/principal";
import type { Actor } from "../audit/audit.service";
import type { StoredFileEntity } from "../file/file.entity";
import { fileViolations, findFirstOverQuota, type UploadQuota } from "../file/file.rules";
import type { PassedFile } from "../file/file.service";
import { findLimitsForRequest } from "../partner/partner.reads";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import type { VisaApplicantEntity } from "./applicant.entity";
import { getApplicantWithRequest } from "./applicant.reads";
import { measureFiles } from "./applicant.repository";
import type { ApplicantDeps } from "./submission/applicantDeps.logic";

interface UploadedFiles {
  files: readonly PassedFile[];
  removedFileIds?: readonly string[];
}

interface FilePlace {
  caller: Principal;
  visaRequestId: string;
}

interface Quota {
  whose: { userId: string } | { visaRequestId: string };
  quota: UploadQuota;
}

export class ApplicantFileService {
  constructor(private readonly deps: ApplicantDeps & { quota: UploadQuota }) {}

  /**
   * Records that the user is opening a file, before its bytes are sent. Returns the applicant and request of the file.
   * Errors: NOT_FOUND, UNAVAILABLE.
   */
  async recordOpening(
    userId: string,
    file: StoredFileEntity,
    actor: Actor,
  ): Promise<{ applicant: VisaApplicantEntity; request: VisaRequestEntity }> {
    const { audit, db, staff } = this.deps;
    const found = await getApplicantWithRequest(db.rows, file.visaApplicantId);
    if (!mayActOn(found.request, userId) && !(await staff.isStaff(userId))) throw notFound();
    await audit.recordFileSeen(userId, file, found.request, actor);
    return found;
  }

  /** Returns the total size of an account's files in bytes, as the quota counts them. */
  async countBytes(userId: string): Promise<number> {
    return (await measureFiles(this.deps.db.read, { userId }, [])).bytes;
  }

  /**
   * Stores files as `FileService.write` does, within the quota; `work` inserts their rows with `replace`. Errors:
   * FILE_TOO_LARGE.
   */
  async write<Result extends { gone: readonly { fileId: string }[] }>(
    place: FilePlace,
    visaApplicantId: string,
    { files: passed, removedFileIds = [] }: UploadedFiles,
    work: (transaction: EntityManager, files: StoredFileEntity[]) => Promise<Result>,
  ): Promise<Result> {
    const { db, fileService } = this.deps;
    const { partner, session } = place.caller;
    if (partner) {
      // The transaction does not repeat this check, because the check reads the rows of all the partner's files.
      const all = {
        whose: { userId: session.userId },
        quota: { bytes: partner.limits.bytes, files: Infinity },
      };
      await assertFits(db.read, all, passed, removedFileIds);
    }
    await assertFits(db.read, await this.#findQuota(db.read, place), passed, removedFileIds);
    return fileService.write(visaApplicantId, passed, work);
  }

  /** Replaces the rows of removed files with those of stored files. Errors: FILE_TOO_LARGE. */
  async replace(
    transaction: EntityManager,
    place: FilePlace,
    { files: passed, removedFileIds = [] }: UploadedFiles,
    files: StoredFileEntity[],
  ): Promise<void> {
    const { fileService } = this.deps;
    await fileService.remove(transaction, removedFileIds);
    await assertFits(transaction, await this.#findQuota(transaction, place), passed);
    await fileService.insert(transaction, files);
  }

  /** Returns a person's quota for all their applications, or the quota of a partner's application. */
  async #findQuota(source: RowSource, { caller, visaRequestId }: FilePlace): Promise<Quota> {
    const limits = caller.partner?.limits ?? (await findLimitsForRequest(source, visaRequestId));
    if (!limits) return { whose: { userId: requireSession(caller).userId }, quota: this.deps.quota };
    const { applicationBytes: bytes, applicationFiles: files } = limits;
    return { whose: { visaRequestId }, quota: { bytes, files } };
  }
}

/** Throws FILE_TOO_LARGE if the files exceed the quota. `freedFileIds` are about to be removed and do not count. */
async function assertFits(
  db: EntityManager,
  { whose, quota }: Quota,
  passed: readonly PassedFile[],
  freedFileIds: readonly string[] = [],
): Promise<void> {
  if (passed.length === 0) return;
  const kept = await measureFiles(db, whose, freedFileIds);
  const sizes = passed.map(({ file }) => file.size);
  const place = findFirstOverQuota(quota, kept, sizes);
  if (place === undefined) return;
  const holder = "visaRequestId" in whose ? "This application" : "Your account";
  throwIfAny([{ field: passed[place]!.field, ...fileViolations.overQuota(quota, holder) }]);
}
