/** Changes or withdraws open corrections. Guards: only the assigned staff member, during the review. */
import type { EntityManager } from "typeorm";
import { DomainError, notFound, throwIfAny } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import { correctableFields } from "../../applicant/applicantFields.rules";
import type { CaseDeps } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import { getApplicantUnderReview, type UnderReview } from "../case/caseAccess.logic";
import type { ApplicantCorrectionEntity } from "./correction.entity";
import {
  changeOpenCorrection,
  findCorrection,
  findCorrections,
  findOpenCorrections,
} from "./correction.repository";
import { checkChangedCorrection, type CorrectionReason } from "./correction.rules";
import { normaliseNote } from "../../../core/note.rules";
import { correctionNote } from "./reviewNote.crypto";

type Deps = Pick<
  CaseDeps,
  "applicantStatus" | "audit" | "cases" | "clock" | "db" | "keys" | "notifications" | "staff" | "visaRequests"
>;

interface OpenCorrection extends UnderReview {
  correction: ApplicantCorrectionEntity;
}

export class OpenCorrectionService {
  constructor(private readonly deps: Deps) {}

  /** Changes reason and message. Errors: NOT_FOUND, INVALID_STATE, REQUIRED, INVALID, TOO_LONG. */
  async change(
    caller: Principal,
    asked: { correctionId: string; reason: CorrectionReason; note?: string | null },
  ): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffChangeCorrection");
    const { correctionId, reason, note } = asked;
    return this.#write(staffId, correctionId, "CORRECTION_CHANGED", async (transaction, { correction }) => {
      throwIfAny(checkChangedCorrection(correction, { reason, note }));
      const noteSealed = correctionNote.encrypt(this.deps.keys, correctionId, normaliseNote(note));
      await changeOpenCorrection(transaction, correctionId, { reason, noteSealed });
      return false;
    });
  }

  /** Withdraws a correction. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, INVALID_STATE. */
  async withdraw(caller: Principal, correctionId: string): Promise<CaseView> {
    const { applicantStatus, clock, staff } = this.deps;
    const { staffId } = await staff.requireStaff(caller, "staffWithdrawCorrection");
    return this.#write(staffId, correctionId, "CORRECTION_WITHDRAWN", async (transaction, found) => {
      const { visaApplicantId } = found.applicant;
      await changeOpenCorrection(transaction, correctionId, { closedAt: clock.now().toISOString() });
      const left = await findOpenCorrections(transaction, [visaApplicantId]);
      if (left.length > 0) return false;
      await this.#withdrawNotification(transaction, found.correction);
      await applicantStatus.move(transaction, found, "PENDING", { at: clock.now() });
      return true;
    });
  }

  /** One message covers all corrections requested together, under the id of the first. */
  async #withdrawNotification(
    transaction: EntityManager,
    { visaApplicantId, askedAt }: ApplicantCorrectionEntity,
  ): Promise<void> {
    const [first] = (await findCorrections(transaction, visaApplicantId)).filter(
      (correction) => correction.askedAt === askedAt,
    );
    if (!first) return;
    const occurrence = { event: "ACTION_REQUIRED" as const, occurrenceId: first.correctionId };
    await this.deps.notifications.withdraw(transaction, occurrence);
  }

  async #write(
    staffId: string,
    correctionId: string,
    action: "CORRECTION_CHANGED" | "CORRECTION_WITHDRAWN",
    /** Returns whether it has moved the applicant. */
    work: (transaction: EntityManager, found: OpenCorrection) => Promise<boolean>,
  ): Promise<CaseView> {
    const { audit, cases, clock, db, visaRequests } = this.deps;
    const visaRequestId = await db.write(async (transaction) => {
      const correction = await findCorrection(transaction, correctionId);
      if (!correction) throw notFound();
      const found = await getApplicantUnderReview(transaction, staffId, correction.visaApplicantId);
      if (correction.closedAt !== null)
        throw new DomainError("INVALID_STATE", "This was answered or withdrawn already");
      const isMoved = await work(transaction, { ...found, correction });
      // Bumps the version, as a move does: the traveller's open page then reloads the application.
      if (!isMoved) await visaRequests.change(transaction, found.request, {}, { at: clock.now() });
      const { field, paper } = correction;
      await audit.record(transaction, action, correction.visaApplicantId, {
        by: { staffId },
        request: found.request,
        details: { fields: [paper ?? correctableFields[field!]] },
      });
      return found.request.visaRequestId;
    });
    return cases.getCase(staffId, visaRequestId);
  }
}
