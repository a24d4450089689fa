/** Rejects an applicant. Guards: only the assigned staff member; of concurrent decisions, one succeeds. */
import { throwIfAny } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import { decisionNoteText } from "../../applicant/applicant.crypto";
import type { RejectionReason } from "../../applicant/applicantStatus.rules";
import type { CaseDeps } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import { assertNoVisaWaiting, getApplicantUnderReview } from "../case/caseAccess.logic";
import { closeCorrections } from "../correction/correction.repository";
import { noteForOther } from "../correction/correction.rules";
import { checkNote, normaliseNote } from "../../../core/note.rules";

type Deps = Pick<
  CaseDeps,
  "applicantStatus" | "audit" | "cases" | "clock" | "db" | "keys" | "notifications" | "staff"
>;

export class DecisionService {
  constructor(private readonly deps: Deps) {}

  /** Errors: NOT_FOUND, INVALID_STATE, REQUIRED, TOO_LONG, INVALID. */
  async reject(
    caller: Principal,
    input: { visaApplicantId: string; reason: RejectionReason; note?: string | null },
  ): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffRejectApplicant");
    const { applicantStatus, audit, clock, db, keys, notifications } = this.deps;
    const { visaApplicantId, reason, note } = input;
    const visaRequestId = await db.write(async (transaction) => {
      const found = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      const { applicant, request } = found;
      await assertNoVisaWaiting(transaction, visaApplicantId);
      throwIfAny(checkNote(note, "note", reason === "OTHER" ? noteForOther : undefined));
      const at = clock.now();
      await closeCorrections(transaction, visaApplicantId, at);
      await applicantStatus.move(transaction, found, "REJECTED", {
        at,
        decidedAt: at.toISOString(),
        rejectionReason: reason,
        decisionNoteSealed: decisionNoteText.encrypt(keys, visaApplicantId, normaliseNote(note)),
      });
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
    return this.deps.cases.getCase(staffId, visaRequestId);
  }
}
