/** Reviews of files before the decision. Guards: only the assigned staff member. Calls: the audit log. */
import { notFound, throwIfAny } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import { findFile } from "../../file/file.reads";
import { getApplicantUnderReview } from "../case/caseAccess.logic";
import type { CaseDeps } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import {
  noReasonAgainst,
  reasonsFor,
  unfitReason,
  noteForOther,
  type CorrectionReason,
} from "../correction/correction.rules";
import { type InputViolation, invalid, missing } from "../../../core/text.rules";
import { checkNote, normaliseNote } from "../../../core/note.rules";
import type { FilePurpose } from "../../file/file.rules";
import { reviewNote } from "../correction/reviewNote.crypto";
import type { DocumentReviewEntity } from "./documentReview.entity";
import { findDocumentReviews, saveDocumentReview } from "./documentReview.repository";

export interface DocumentReview extends Omit<DocumentReviewEntity, "noteSealed"> {
  note: string | null;
}

interface ReviewInput {
  isAccepted: boolean;
  reason?: CorrectionReason | null;
  note?: string | null;
}

export class DocumentReviewService {
  constructor(private readonly deps: CaseDeps) {}

  /** Returns the reviews of files. The caller checks the permission. */
  async listReviews(fileIds: readonly string[]): Promise<DocumentReview[]> {
    const { db, keys } = this.deps;
    const rows = await findDocumentReviews(db.read, fileIds);
    return rows.map(({ noteSealed, ...review }) => ({
      ...review,
      note: reviewNote.decrypt(keys, review.fileId, noteSealed),
    }));
  }

  /** Stores whether a file is acceptable. Errors: NOT_FOUND, INVALID_STATE, REQUIRED, INVALID, TOO_LONG. */
  async review(caller: Principal, input: ReviewInput & { fileId: string }): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffJudgePaper");
    const { audit, cases, clock, keys, visaRequests } = this.deps;
    const { fileId, isAccepted } = input;
    return cases.change(staffId, async (transaction) => {
      const file = await findFile(transaction, fileId);
      if (!file) throw notFound();
      const { visaApplicantId, purpose } = file;
      const { request } = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      throwIfAny(checkReview(input, purpose));
      const at = clock.now();
      await saveDocumentReview(transaction, {
        fileId,
        isAccepted,
        reason: input.reason ?? null,
        noteSealed: reviewNote.encrypt(keys, fileId, normaliseNote(input.note)),
        staffId,
        at: at.toISOString(),
      });
      await visaRequests.touch(transaction, request.visaRequestId, at);
      const details = { visaApplicantId, purpose };
      await audit.record(transaction, "PAPER_JUDGED", fileId, { by: { staffId }, request, details });
      return request;
    });
  }
}

function checkReview({ isAccepted, reason, note }: ReviewInput, paper: FilePurpose): InputViolation[] {
  const violations = checkNote(note, "note", reason === "OTHER" ? noteForOther : undefined);
  if (!isAccepted && !reason) violations.unshift(missing("reason", noReasonAgainst));
  if (isAccepted && reason) violations.unshift(invalid("reason", "An acceptable document needs no reason"));
  if (!isAccepted && reason && !reasonsFor({ paper }).includes(reason))
    violations.unshift(invalid("reason", unfitReason("photo")));
  return violations;
}
