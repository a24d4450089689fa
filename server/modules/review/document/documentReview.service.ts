/**
 * What staff say of papers before they decide. Guards: only staff, only in a case of theirs that is in review. Calls: the
 * audit log.
 */
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { Database } from "../../../db/database";
import { notFound, refuse } from "../../../errors";
import type { Clock } from "../../../ports";
import type { StaffGuard, Viewer } from "../../../viewer";
import type { AuditService } from "../../audit/audit.service";
import { findFile } from "../../file/file.repository";
import { touchRequest } from "../../visaRequest/visaRequest.repository";
import { getApplicantUnderReview } from "../case/caseAccess.service";
import type { CaseService } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import {
  checkNote,
  noteForOther,
  tidyNote,
  type CorrectionFault,
  type CorrectionReason,
} from "../correction/correction.rules";
import { openNote, sealNote } from "../correction/reviewNote.sealing";
import { findVerdicts, keepVerdict } from "./documentReview.repository";

/** What was said of a paper. */
export interface Verdict {
  fileId: string;
  isAccepted: boolean;
  reason: CorrectionReason | null;
  note: string | null;
  staffId: string;
  at: string;
}

interface Needs {
  db: Database;
  clock: Clock;
  audit: AuditService;
  keys: KeyRing;
  staff: StaffGuard;
  cases: CaseService;
}

export class DocumentReviewService {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** What was said of papers that the caller has been allowed to see. */
  async listVerdicts(fileIds: readonly string[]): Promise<Verdict[]> {
    const { db, keys } = this.#needs;
    const rows = await findVerdicts(db.read, fileIds);
    return rows.map(({ noteSealed, ...verdict }) => ({
      ...verdict,
      note: openNote(keys, "verdict", verdict.fileId, noteSealed),
    }));
  }

  /**
   * Says whether a paper will do. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND,
   * INVALID_STATE, REQUIRED, INVALID, TOO_LONG.
   */
  async review(
    viewer: Viewer,
    input: { fileId: string; isAccepted: boolean; reason?: CorrectionReason | null; note?: string | null },
  ): Promise<CaseView> {
    const { staffId } = await this.#needs.staff.requireStaff(viewer);
    const { audit, clock, db, keys } = this.#needs;
    const { fileId, isAccepted } = input;
    const visaRequestId = await db.write(async (transaction) => {
      const file = await findFile(transaction, fileId);
      if (!file) throw notFound();
      const { visaApplicantId, purpose } = file;
      const { request } = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      refuse(checkVerdict(input));
      const at = clock.now();
      await keepVerdict(transaction, {
        fileId,
        isAccepted,
        reason: input.reason ?? null,
        noteSealed: sealNote(keys, "verdict", fileId, tidyNote(input.note)),
        staffId,
        at: at.toISOString(),
      });
      await touchRequest(transaction, request.visaRequestId, at);
      const details = { visaApplicantId, purpose };
      await audit.record(transaction, "PAPER_JUDGED", fileId, { by: { staffId }, request, details });
      return request.visaRequestId;
    });
    return this.#needs.cases.getCase(viewer, visaRequestId);
  }
}

function checkVerdict(verdict: {
  isAccepted: boolean;
  reason?: CorrectionReason | null;
  note?: string | null;
}): CorrectionFault[] {
  const { isAccepted, reason, note } = verdict;
  const faults = checkNote(note, "note", reason === "OTHER" ? noteForOther : undefined);
  if (!isAccepted && !reason)
    faults.unshift({ field: "reason", code: "REQUIRED", message: "Choose why this paper will not do" });
  if (isAccepted && reason)
    faults.unshift({ field: "reason", code: "INVALID", message: "A paper that will do needs no reason" });
  return faults;
}
