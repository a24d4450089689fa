/**
 * The applicants of a request. Guards: only the owner and the follower can change them, and only while the request is
 * PENDING and unpaid.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import { openNested } from "../../platform/db/nestedRows";
import { IdempotentCall } from "../../platform/db/idempotency";
import { notFound, throwIfAny } from "../../core/errors";
import { StorageError } from "../../core/storageErrors";
import { requirePerson, requireSession, type Principal } from "../../core/principal";
import { findApplicant, findApplicantsByRequests, findOwnApplicant } from "./applicant.reads";
import type { StoredFileEntity } from "../file/file.entity";
import type { VisaApplicantEntity } from "./applicant.entity";
import { haveSameFee } from "../visaRequest/pricing.rules";
import type { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import * as applicants from "./applicant.repository";
import type { ApplicantFileService } from "./applicantFile.service";
import type { ConsentView } from "../consent/consent.service";
import { openApplicant, type ApplicantView } from "./applicant.view";
import {
  changeApplicant,
  encryptChecked,
  findDuplicatePassport,
  listChangedFields,
} from "./submission/applicantChange.logic";
import { ApplicantCheck } from "./submission/applicantCheck.service";
import { fingerprint, type ApplicantSubmission } from "./submission/applicantSubmission.service";
import type { ApplicantDeps } from "./submission/applicantDeps.logic";

export class ApplicantService {
  readonly #check: ApplicantCheck;

  constructor(private readonly deps: ApplicantDeps & { applicantFiles: ApplicantFileService }) {
    this.#check = new ApplicantCheck(deps);
  }

  /** Returns the applicants of requests in the order they were added. The caller checks the permission. */
  async findByRequests(visaRequestIds: readonly string[]): Promise<ApplicantView[]> {
    return (await this.findWithConsents(visaRequestIds)).map(({ applicant }) => applicant);
  }

  /** Like `findByRequests`, with each applicant's latest consent; null if none was recorded. */
  async findWithConsents(
    visaRequestIds: readonly string[],
  ): Promise<{ applicant: ApplicantView; consent: ConsentView | null }[]> {
    const { consents: service, db } = this.deps;
    const rows = await applicants.findApplicantsWithParts(db.rows, visaRequestIds, {
      nestedConsents: service.nested,
    });
    return rows.map(({ files, consents, ...row }) => ({
      applicant: openApplicant(row, openNested<StoredFileEntity>(files), this.deps),
      consent: service.openLatest(consents),
    }));
  }

  /** Returns the applicants of the caller's request. Errors: UNAUTHENTICATED, NOT_FOUND. */
  async listMine(caller: Principal, visaRequestId: string): Promise<ApplicantView[]> {
    requirePerson(caller, "visaRequest");
    await this.deps.visaRequests.getRequest(caller, visaRequestId);
    return this.findByRequests([visaRequestId]);
  }

  async create(
    caller: Principal,
    visaRequestId: string,
    submission: ApplicantSubmission & { idempotencyKey?: string | null },
  ): Promise<ApplicantView> {
    const { userId } = requirePerson(caller, "createVisaApplicant");
    const { db, visaRequests } = this.deps;
    // Checks ownership and status before the files are processed.
    const seen = await visaRequests.getRequest(caller, visaRequestId);
    const call = new IdempotentCall({
      userId,
      operation: "createVisaApplicant",
      key: submission.idempotencyKey,
      input: fingerprint(visaRequestId, submission),
    });
    const known = await call.findResult(db.read);
    if (known) return this.getMine(caller, known);
    await visaRequests.getOpenRequest(db.read, caller, visaRequestId);

    // If two calls with the same key run concurrently, the first to add the applicant can make the other fail with a
    // duplicate passport or an exceeded quota. The other call then returns the added applicant.
    const createdId = await this.#create(caller, seen, submission, call).catch(async (error: unknown) => {
      const earlier = error instanceof StorageError ? undefined : await call.findResult(db.read);
      if (earlier) return earlier;
      throw error;
    });
    return this.getMine(caller, createdId);
  }

  /**
   * Changes an applicant; undefined values stay as they are. Errors: NOT_FOUND, INVALID_STATE, CONFLICT, FILE_TOO_LARGE
   * and the violations of the input.
   */
  async update(
    caller: Principal,
    visaApplicantId: string,
    submission: ApplicantSubmission & { removeDocumentIds?: readonly string[] | null },
  ): Promise<ApplicantView> {
    requirePerson(caller, "updateVisaApplicant");
    const { consents, db, visaRequests } = this.deps;
    const before = await this.getMine(caller, visaApplicantId);
    const { visaRequestId } = before;
    const seen = await visaRequests.getOpenRequest(db.read, caller, visaRequestId);
    const checked = await this.#check.checkChange(seen, before, submission);
    const { row, consent } = checked;
    const stored = await findApplicant(db.read, visaApplicantId);
    // A repeated call changes nothing, not even `changedAt`.
    if (stored && listChangedFields({ ...stored, comments: before.comments }, checked).length === 0)
      return before;
    await changeApplicant(this.deps, caller, before, checked, {
      getRequest: (transaction) => visaRequests.getUnmovedRequest(transaction, caller, seen),
      write: async (transaction, { request, present, files, at }) => {
        const { mrzSealed, ...encrypted } = encryptChecked(this.deps.keys, checked, files, at);
        const mrzChange = checked.mrz !== undefined && { mrzSealed };
        await applicants.updateApplicant(transaction, { ...row, ...encrypted, ...mrzChange });
        if (consent) await consents.record(transaction, visaApplicantId, consent, { at, by: caller });
        if (haveSameFee(request, before.travelerType, row.travelerType))
          await visaRequests.change(transaction, request, {}, { at });
        else await this.#reprice(transaction, request);
        await visaRequests.reportChange(transaction, caller, request);
        return listChangedFields({ ...present, comments: before.comments }, checked);
      },
    });
    return this.getMine(caller, visaApplicantId);
  }

  /** Removes an applicant with all files. Errors: NOT_FOUND, INVALID_STATE. */
  async remove(caller: Principal, visaApplicantId: string): Promise<VisaRequestEntity> {
    requirePerson(caller, "removeVisaApplicant");
    const { audit, db, fileService, visaRequests } = this.deps;
    const { visaRequestId } = await this.getMine(caller, visaApplicantId);
    const gone = await db.write(async (transaction) => {
      const request = await visaRequests.getOpenRequest(transaction, caller, visaRequestId);
      if (!(await findApplicant(transaction, visaApplicantId))) throw notFound();
      const files = await fileService.removeByApplicants(transaction, [visaApplicantId]);
      await applicants.removeApplicants(transaction, { visaApplicantId });
      await this.#reprice(transaction, request);
      await audit.record(transaction, "APPLICANT_REMOVED", visaApplicantId, { by: caller, request });
      await visaRequests.reportChange(transaction, caller, request);
      return files;
    });
    await fileService.discard(gone);
    return visaRequests.getRequest(caller, visaRequestId);
  }

  /**
   * Removes all applicants of a request with their files. Returns the removed applicants and files; the caller discards
   * the bytes of the files after the commit.
   */
  async removeByRequest(
    transaction: EntityManager,
    visaRequestId: string,
  ): Promise<{ removed: VisaApplicantEntity[]; files: StoredFileEntity[] }> {
    const removed = await findApplicantsByRequests(transaction, [visaRequestId]);
    const applicantIds = removed.map(({ visaApplicantId }) => visaApplicantId);
    const files = await this.deps.fileService.removeByApplicants(transaction, applicantIds);
    await applicants.removeApplicants(transaction, { visaRequestId });
    return { removed, files };
  }

  /** Returns the caller's applicant. Errors: UNAUTHENTICATED, NOT_FOUND. */
  async getMine(caller: Principal, visaApplicantId: string): Promise<ApplicantView> {
    const { userId } = requireSession(caller);
    const { db } = this.deps;
    const found = await findOwnApplicant(db.rows, visaApplicantId, userId);
    if (!found) throw notFound();
    const { files, ...row } = found;
    return openApplicant(row, openNested<StoredFileEntity>(files), this.deps);
  }

  /** Returns the id of the new applicant, or of the one that a concurrent call with the same key has created. */
  async #create(
    caller: Principal,
    seen: VisaRequestEntity,
    submission: ApplicantSubmission,
    call: IdempotentCall,
  ): Promise<string> {
    const { applicantFiles, audit, consents, clock, visaRequests } = this.deps;
    const { visaRequestId } = seen;
    const place = { caller, visaRequestId };
    const visaApplicantId = randomUUID();
    const checked = await this.#check.checkNew(seen, visaApplicantId, submission, {
      isByPartner: caller.partner !== undefined,
    });
    const { createdId } = await applicantFiles.write(
      place,
      visaApplicantId,
      checked,
      async (transaction, files) => {
        const madeMeanwhile = await call.findResult(transaction);
        if (madeMeanwhile) return { createdId: madeMeanwhile, gone: files };
        const request = await visaRequests.getUnmovedRequest(transaction, caller, seen);
        throwIfAny(await findDuplicatePassport(transaction, checked.row, checked.passport));
        const at = clock.now();
        await applicants.insertApplicant(transaction, {
          ...checked.row,
          ...encryptChecked(this.deps.keys, checked, files, at),
          // The request is open, so the request and all its applicants are PENDING.
          visaApplicantStatus: "PENDING",
          createdAt: at.toISOString(),
          decidedAt: null,
          rejectionReason: null,
          decisionNoteSealed: null,
        });
        if (checked.consent)
          await consents.record(transaction, visaApplicantId, checked.consent, { at, by: caller });
        await applicantFiles.replace(transaction, place, checked, files);
        await this.#reprice(transaction, request);
        await call.saveResult(transaction, visaApplicantId, at);
        await audit.record(transaction, "APPLICANT_CREATED", visaApplicantId, { by: caller, request });
        await visaRequests.reportChange(transaction, caller, request);
        return { createdId: visaApplicantId, gone: [] };
      },
    );
    return createdId;
  }

  async #reprice(transaction: EntityManager, request: VisaRequestEntity): Promise<void> {
    const rows = await findApplicantsByRequests(transaction, [request.visaRequestId]);
    const travelers = rows.map(({ travelerType }) => travelerType);
    await this.deps.visaRequests.reprice(transaction, request, { travelers });
  }
}
