/**
 * The decision on a traveller: the visa, or the refusal. Guards: only staff, only in a case of theirs that is in review;
 * a visa that is not this traveller's is not stored; of two at once one decides. Calls: the file module for the visa,
 * the applicant, request and notification modules.
 */
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { Database } from "../../../db/database";
import { DomainError, throwIfAny } from "../../../errors";
import type { Clock } from "../../../ports";
import type { Viewer } from "../../../viewer";
import { moveApplicant, refuseMove } from "../../applicant/applicant.repository";
import type { VisaApplicantEntity } from "../../applicant/applicant.entity";
import { openPassportNumber, sealDecisionNote } from "../../applicant/applicant.sealing";
import { closeCorrections, findOpenCorrections } from "../correction/correction.repository";
import { checkNote, noteForOther, tidyNote } from "../correction/correction.rules";
import type { RejectionReason } from "../../applicant/applicantStatus.rules";
import type { AuditService } from "../../audit/audit.service";
import { insertFiles } from "../../file/file.repository";
import type { FileService } from "../../file/file.service";
import type { ReceivedUpload } from "../../file/inspection/inspectFile";
import type { NotificationService } from "../../notification/notification.service";
import { syncRequestStatus } from "../../applicant/requestStatus.service";
import { getApplicantUnderReview, type UnderReview } from "../case/caseAccess.service";
import type { CaseService } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import type { StaffService } from "../../staff/staff.service";
import { compareVisa, type VisaMismatch, type TypedVisa } from "./visaMatch.rules";

interface Deps {
  db: Database;
  clock: Clock;
  audit: AuditService;
  keys: KeyRing;
  fileService: FileService;
  notifications: NotificationService;
  staff: StaffService;
  cases: CaseService;
}

export class DecisionService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Hands the visa over. It is kept whatever room the owner has left. Errors:
   * UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, INVALID_STATE, REQUIRED and INVALID for `passportNumber` and `name`, FILE_*.
   */
  async approve(
    viewer: Viewer,
    {
      visaApplicantId,
      visaFile,
      ...onVisa
    }: { visaApplicantId: string; visaFile: ReceivedUpload; passportNumber: string; name: string },
  ): Promise<CaseView> {
    const { staffId } = await this.#deps.staff.requireStaff(viewer);
    const { audit, clock, db, fileService, notifications } = this.#deps;
    const seen = await getApprovable(db.read, staffId, visaApplicantId);
    const mismatches = this.#compare(onVisa, seen.applicant);
    const inspected = await fileService.inspect(
      staffId,
      [{ purpose: "VISA", field: "visaFile", upload: visaFile }],
      {
        isRefused: mismatches.length > 0,
      },
    );
    throwIfAny([...mismatches, ...inspected.violations]);
    const visa = inspected.passed.map(({ file }) => ({
      purpose: "VISA" as const,
      field: "visaFile",
      position: 0,
      file,
    }));
    const files = await fileService.store(visaApplicantId, visa);
    const visaRequestId = await fileService.writeOrDiscard(files, async (transaction) => {
      const { applicant, request } = await getApprovable(transaction, staffId, visaApplicantId);
      // Corrected meanwhile, it may be somebody else's.
      throwIfAny(this.#compare(onVisa, applicant));
      const at = clock.now();
      await insertFiles(transaction, files);
      await moveApplicant(transaction, applicant, "APPROVED", { decidedAt: at.toISOString() });
      await syncRequestStatus(transaction, request, { at });
      const occurrenceId = `${visaApplicantId}:APPROVED`;
      await notifications.enqueue(transaction, {
        event: "APPROVED",
        occurrenceId,
        request,
        traveller: applicant,
      });
      await audit.record(transaction, "VISA_GRANTED", visaApplicantId, { by: { staffId }, request });
      return request.visaRequestId;
    });
    return this.#deps.cases.getCase(viewer, visaRequestId);
  }

  /**
   * Ends the traveller's case without a visa. Errors: UNAUTHENTICATED, FORBIDDEN,
   * NOT_FOUND, INVALID_STATE, REQUIRED, TOO_LONG, INVALID.
   */
  async reject(
    viewer: Viewer,
    input: { visaApplicantId: string; reason: RejectionReason; note?: string | null },
  ): Promise<CaseView> {
    const { staffId } = await this.#deps.staff.requireStaff(viewer);
    const { audit, clock, db, keys, notifications } = this.#deps;
    const { visaApplicantId, reason, note } = input;
    const visaRequestId = await db.write(async (transaction) => {
      const { applicant, request } = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      throwIfAny(checkNote(note, "note", reason === "OTHER" ? noteForOther : undefined));
      const at = clock.now();
      await moveApplicant(transaction, applicant, "REJECTED", {
        decidedAt: at.toISOString(),
        rejectionReason: reason,
        decisionNoteSealed: sealDecisionNote(keys, visaApplicantId, tidyNote(note)),
      });
      await closeCorrections(transaction, visaApplicantId, at);
      await syncRequestStatus(transaction, request, { at });
      const occurrenceId = `${visaApplicantId}:REJECTED`;
      await notifications.enqueue(transaction, {
        event: "REJECTED",
        occurrenceId,
        request,
        traveller: applicant,
      });
      await audit.record(transaction, "VISA_REFUSED", visaApplicantId, { by: { staffId }, request });
      return request.visaRequestId;
    });
    return this.#deps.cases.getCase(viewer, visaRequestId);
  }

  #compare(onVisa: TypedVisa, applicant: VisaApplicantEntity): VisaMismatch[] {
    const passportNumber = openPassportNumber(this.#deps.keys, applicant);
    return compareVisa(onVisa, { ...applicant, passportNumber });
  }
}

/** The traveller where the table of moves lets them be approved. Errors: NOT_FOUND, INVALID_STATE. */
async function getApprovable(
  db: EntityManager,
  staffId: string,
  visaApplicantId: string,
): Promise<UnderReview> {
  const found = await getApplicantUnderReview(db, staffId, visaApplicantId);
  const open = await findOpenCorrections(db, [visaApplicantId]);
  if (open.length > 0)
    throw new DomainError("INVALID_STATE", "The traveller has not yet sent what was asked for");
  refuseMove(found.applicant.visaApplicantStatus, "APPROVED");
  return found;
}
