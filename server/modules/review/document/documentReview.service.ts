/**
 * What staff say of papers and ask of travellers before they decide. Guards: only staff, only in a case of theirs that is
 * in review; what was asked for is told in the same transaction. Calls: the applicant, request and notification modules.
 */
import { randomUUID } from "node:crypto";
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { Database } from "../../../db/database";
import { notFound, refuse } from "../../../errors";
import type { Clock } from "../../../ports";
import type { Viewer } from "../../../viewer";
import { moveApplicant, refuseMove, updateApplicant } from "../../applicant/applicant.repository";
import {
  detailsOf,
  entryOf,
  sealMrz,
  type ApplicantView,
  type MrzEntry,
} from "../../applicant/applicant.view";
import type { ApplicantCorrectionEntity } from "../correction/correction.entity";
import { findVerdicts, insertCorrections, keepVerdict } from "../correction/correction.repository";
import {
  checkCorrectionItems,
  checkNote,
  correctableFields,
  noteForOther,
  tidyNote,
  type CorrectionFault,
  type CorrectionItem,
  type CorrectionReason,
} from "../correction/correction.rules";
import { wordsOfCorrections } from "../correction/correctionLabels.rules";
import { readMrz, type MrzFault } from "../mrz/mrz.rules";
import { checkMrzLines } from "../../applicant/mrzLines.rules";
import { compareMrz, type MrzField } from "../mrz/mrzComparison.rules";
import { openNote, sealNote } from "../correction/reviewNote.sealing";
import type { AuditService } from "../../audit/audit.service";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFile, findFilesOf } from "../../file/file.repository";
import type { NotificationService } from "../../notification/notification.service";
import { todayInKolkata } from "../../visaRequest/day.rules";
import { followApplicants } from "../../applicant/requestStatus.service";
import { touchRequest } from "../../visaRequest/visaRequest.repository";
import { getApplicantUnderReview } from "../case/applicantUnderReview.service";
import type { DeskService } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import type { StaffService } from "../../staff/staff.service";

/** What was said of a paper. */
export interface Verdict {
  fileId: string;
  isAccepted: boolean;
  reason: CorrectionReason | null;
  note: string | null;
  staffId: string;
  at: string;
}

/** The lines, what is wrong with them, and what they say beside what was typed. */
export interface MrzReport extends MrzEntry {
  isOfEarlierPage: boolean;
  faults: MrzFault[];
  fields: MrzField[];
}

interface Needs {
  db: Database;
  clock: Clock;
  audit: AuditService;
  keys: KeyRing;
  notifications: NotificationService;
  staff: StaffService;
  desk: DeskService;
}

export class ReviewService {
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

  /** The machine-readable zone beside what was typed; null while nobody entered it. */
  reportMrz(view: ApplicantView): MrzReport | null {
    if (!view.mrz) return null;
    const { line1, line2, enteredAt = "" } = view.mrz;
    const isOfEarlierPage = view.passportFront.createdAt > enteredAt;
    const { data, faults } = readMrz([line1, line2], todayInKolkata(this.#needs.clock.now()));
    return {
      ...entryOf(view.mrz),
      isOfEarlierPage,
      faults,
      fields: data ? compareMrz(detailsOf(view), data) : [],
    };
  }

  /**
   * Says whether a paper will do. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND,
   * INVALID_STATE, REQUIRED, INVALID, TOO_LONG.
   */
  async judgePaper(
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
    return this.#needs.desk.getCase(viewer, visaRequestId);
  }

  /**
   * Asks the traveller for papers and fields, and tells them. Errors as `judgePaper`, by
   * place: `items.0.note`.
   */
  async requestCorrection(
    viewer: Viewer,
    visaApplicantId: string,
    items: readonly CorrectionItem[],
  ): Promise<CaseView> {
    const { staffId } = await this.#needs.staff.requireStaff(viewer);
    const { audit, clock, db, notifications } = this.#needs;
    const visaRequestId = await db.write(async (transaction) => {
      const { applicant, request } = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      refuseMove(applicant.visaApplicantStatus, "ACTION_REQUIRED");
      const papers = await findFilesOf(transaction, [visaApplicantId]);
      const fileIds = papers.map(({ fileId }) => fileId);
      refuse(checkCorrectionItems(items, fileIds));
      const at = clock.now();
      const asked = items.map((item, position) =>
        this.#makeCorrection(item, papers, { visaApplicantId, position, staffId, askedAt: at.toISOString() }),
      );
      await insertCorrections(transaction, asked);
      await moveApplicant(transaction, applicant, "ACTION_REQUIRED");
      await followApplicants(transaction, request, { at });
      // Each asking is told once; the id of its first correction is nobody else's.
      const [{ correctionId: occurrenceId }] = asked as [ApplicantCorrectionEntity];
      await notifications.tell(transaction, {
        event: "ACTION_REQUIRED",
        occurrenceId,
        request,
        traveller: applicant,
        details: wordsOfCorrections(
          asked.map(({ paper, field }) => ({ paper, field: field && correctableFields[field] })),
        ),
      });
      await audit.record(transaction, "CORRECTION_ASKED", visaApplicantId, {
        by: { staffId },
        request,
        details: { fields: namesOf(asked) },
      });
      return request.visaRequestId;
    });
    return this.#needs.desk.getCase(viewer, visaRequestId);
  }

  /** Keeps the machine-readable zone, or takes it away. Errors as `judgePaper`. */
  async enterMrz(
    viewer: Viewer,
    { visaApplicantId, line1, line2 }: { visaApplicantId: string; line1: string; line2: string },
  ): Promise<CaseView> {
    const { staffId } = await this.#needs.staff.requireStaff(viewer);
    const { audit, clock, db, keys } = this.#needs;
    const visaRequestId = await db.write(async (transaction) => {
      const { request } = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      const { lines, faults } = checkMrzLines(line1, line2);
      refuse(faults.map(({ line, code, message }) => ({ field: `line${line}`, code, message })));
      const entry = lines && { line1: lines[0], line2: lines[1], enteredBy: "STAFF" as const };
      const at = clock.now();
      const mrzSealed = sealMrz(keys, { visaApplicantId, entry, at });
      await updateApplicant(transaction, { visaApplicantId, mrzSealed });
      await touchRequest(transaction, request.visaRequestId, at);
      await audit.record(transaction, "MRZ_ENTERED", visaApplicantId, { by: { staffId }, request });
      return request.visaRequestId;
    });
    return this.#needs.desk.getCase(viewer, visaRequestId);
  }

  #makeCorrection(
    { fileId, field, reason, note }: CorrectionItem,
    papers: readonly StoredFileEntity[],
    asked: Pick<ApplicantCorrectionEntity, "visaApplicantId" | "position" | "staffId" | "askedAt">,
  ): ApplicantCorrectionEntity {
    const correctionId = randomUUID();
    const paper = field ? null : (papers.find((one) => one.fileId === fileId)?.purpose ?? "DOCUMENT");
    return {
      ...asked,
      correctionId,
      paper,
      fileId: fileId ?? null,
      field: field ?? null,
      reason,
      noteSealed: sealNote(this.#needs.keys, "correction", correctionId, tidyNote(note)),
      closedAt: null,
    };
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

/** What was asked for, by the names of fields and kinds of papers; never the words. */
function namesOf(asked: readonly ApplicantCorrectionEntity[]): string[] {
  const names = asked.map(({ paper, field }) => paper ?? correctableFields[field!]);
  return [...new Set<string>(names)];
}
