/**
 * Access to the files of applicants. Guards: only the owner of the request and staff can open a file, and
 * each access is recorded first. Each user has an upload quota. Calls: the audit log.
 */
import type { EntityManager } from "typeorm";
import type { Database } from "../../platform/db/database";
import { notFound, throwIfAny } from "../../core/errors";
import type { StaffGuard } from "../../core/principal";
import type { AuditService } from "../audit/audit.service";
import type { StoredFileEntity } from "../file/file.entity";
import { fileViolations, findFirstOverQuota, type UploadQuota } from "../file/file.rules";
import type { PassedFile } from "../file/file.service";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import type { VisaApplicantEntity } from "./applicant.entity";
import { getApplicantWithRequest } from "./applicant.reads";
import { measureFilesByUser } from "./applicant.repository";

interface Deps {
  db: Database;
  audit: AuditService;
  staff: StaffGuard;
  quota: UploadQuota;
}

export class ApplicantFileService {
  constructor(private readonly deps: Deps) {}

  /**
   * Records that the user opens a file, before its bytes are sent. Returns the applicant and request of the
   * file. Errors: NOT_FOUND, UNAVAILABLE.
   */
  async recordOpening(
    userId: string,
    file: StoredFileEntity,
  ): Promise<{ applicant: VisaApplicantEntity; request: VisaRequestEntity }> {
    const { audit, db, staff } = this.deps;
    const found = await getApplicantWithRequest(db.rows, file.visaApplicantId);
    if (found.request.userId !== userId && !(await staff.isStaff(userId))) throw notFound();
    await audit.recordFileSeen(userId, file, found.request);
    return found;
  }

  /**
   * Throws FILE_TOO_LARGE at the first file that exceeds the user's quota; `freedFileIds` are about to be
   * removed and do not count. Call it before the bytes are stored, and again in the transaction that inserts
   * the rows.
   */
  async assertWithinQuota(
    db: EntityManager,
    userId: string,
    passed: readonly PassedFile[],
    freedFileIds: readonly string[] = [],
  ): Promise<void> {
    if (passed.length === 0) return;
    const { quota } = this.deps;
    const kept = await measureFilesByUser(db, userId, freedFileIds);
    const sizes = passed.map(({ file }) => file.size);
    const place = findFirstOverQuota(quota, kept, sizes);
    if (place !== undefined)
      throwIfAny([{ field: passed[place]!.field, ...fileViolations.overQuota(quota) }]);
  }
}
