/** Rejects an applicant, or takes back an approval. Guards: only the assigned staff member, or the approver. */
import type { Principal } from "../../../core/principal";
import { decisionNoteText } from "../../applicant/applicant.crypto";
import type { RejectionReason } from "../../applicant/applicantStatus.rules";
import type { CaseDeps } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import { closeCorrections } from "../correction/correctionClosing.logic";
import { noteForOther } from "../correction/correction.rules";
import { checkNote, normaliseNote } from "../../../core/note.rules";
import type { EntityManager } from "typeorm";
import { DomainError, throwIfAny } from "../../../core/errors";
import type { VisaApplicantEntity } from "../../applicant/applicant.entity";
import { getApplicantWithRequest } from "../../applicant/applicant.reads";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { getRequest } from "../../visaRequest/visaRequest.reads";
import {
  assertNotOwnApplication,
  assertNoVisaWaiting,
  getApplicantUnderReview,
  isOwnApplication,
} from "../case/caseAccess.logic";
import { findTakeBackEnd, takeBackMinutes } from "./takeBack.rules";
import { approvalOccurrence } from "./visaGrant.service";

export class DecisionService {
  constructor(private readonly deps: CaseDeps) {}

  /**
   * Rejects the applicant. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, INVALID_STATE, REQUIRED, TOO_LONG,
   * INVALID.
   */
  async reject(
    caller: Principal,
    input: { visaApplicantId: string; reason: RejectionReason; note?: string | null },
  ): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffRejectApplicant");
    const { applicantStatus, audit, cases, clock, keys, notifications } = this.deps;
    const { visaApplicantId, reason, note } = input;
    return cases.change(staffId, async (transaction) => {
      const found = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      const { applicant, request } = found;
      await assertNoVisaWaiting(transaction, visaApplicantId);
      throwIfAny(checkNote(note, "note", reason === "OTHER" ? noteForOther : undefined));
      const at = clock.now();
      await closeCorrections(this.deps, transaction, { visaApplicantId, at });
      await applicantStatus.move(transaction, found, "REJECTED", {
        at,
        decidedAt: at.toISOString(),
        rejectionReason: reason,
        decisionNoteSealed: decisionNoteText.encrypt(keys, visaApplicantId, normaliseNote(note)),
      });
      await notifications.enqueue(transaction, {
        event: "REJECTED",
        occurrenceId: `${visaApplicantId}:REJECTED`,
        request,
        traveller: applicant,
      });
      await audit.record(transaction, "VISA_REFUSED", visaApplicantId, { by: { staffId }, request });
      return request;
    });
  }

  /**
   * Returns when the traveller will be notified of the approval; null if there is no approval or it can no longer be
   * taken back.
   */
  findTakeBackEnd(applicant: Pick<VisaApplicantEntity, "visaApplicantStatus" | "decidedAt">): string | null {
    return findTakeBackEnd(applicant, this.deps.clock.now())?.toISOString() ?? null;
  }

  /**
   * Whether the staff member may take the approval back; null if there is no approval or it is too late. The caller
   * checks the permission.
   */
  async mayTakeBack(
    staffId: string,
    applicant: Pick<
      VisaApplicantEntity,
      "visaApplicantId" | "visaRequestId" | "visaApplicantStatus" | "decidedAt"
    >,
  ): Promise<boolean | null> {
    if (this.findTakeBackEnd(applicant) === null) return null;
    const { read } = this.deps.db;
    const request = await getRequest(read, applicant.visaRequestId);
    if (await isOwnApplication(read, request, staffId)) return false;
    return this.#isTheirs(read, staffId, applicant, request);
  }

  /**
   * Takes back the approval, so that the applicant is in review again. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND,
   * INVALID_STATE.
   */
  async takeBack(caller: Principal, visaApplicantId: string): Promise<CaseView> {
    const { applicantStatus, audit, cases, clock, db, fileService, notifications, staff } = this.deps;
    const { staffId } = await staff.requireStaff(caller, "staffTakeBackApproval");
    const { visaRequestId, visas } = await db.write(async (transaction) => {
      const found = await getApplicantWithRequest(transaction, visaApplicantId);
      const { applicant, request } = found;
      await assertNotOwnApplication(transaction, request, staffId);
      if (!(await this.#isTheirs(transaction, staffId, applicant, request)))
        throw new DomainError("INVALID_STATE", "Take this application first");
      const isUnsent = await notifications.withdraw(transaction, approvalOccurrence(visaApplicantId));
      if (!findTakeBackEnd(applicant, clock.now()) || !isUnsent)
        throw new DomainError(
          "INVALID_STATE",
          `Only an approval of the last ${takeBackMinutes} minutes can be taken back`,
        );
      const visas = await fileService.removeByApplicants(transaction, [visaApplicantId], "VISA");
      await applicantStatus.move(transaction, found, "PENDING", { at: clock.now(), decidedAt: null });
      await audit.record(transaction, "VISA_TAKEN_BACK", visaApplicantId, { by: { staffId }, request });
      return { visaRequestId: request.visaRequestId, visas };
    });
    await fileService.discard(visas);
    return cases.getCase(staffId, visaRequestId);
  }

  /** True if the case is assigned to the staff member, or they gave the approval. */
  async #isTheirs(
    db: EntityManager,
    staffId: string,
    { visaApplicantId, decidedAt }: Pick<VisaApplicantEntity, "visaApplicantId" | "decidedAt">,
    { assignedStaffId }: VisaRequestEntity,
  ): Promise<boolean> {
    if (assignedStaffId === staffId) return true;
    const done = { action: "VISA_GRANTED" as const, subjectId: visaApplicantId, actorId: staffId };
    return decidedAt !== null && this.deps.audit.wasDoneSince(db, done, new Date(decidedAt));
  }
}
