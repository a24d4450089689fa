/**
 * Approves an applicant, and stores the visa that the staff member uploads. Guards: only the assigned staff member,
 * during the review. A visa whose typed details differ from the applicant's is not stored. If decisions are concurrent,
 * only one succeeds. Calls: the file, applicant, request and notification modules.
 */
import type { EntityManager } from "typeorm";
import { DomainError, notFound, throwIfAny } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import { getApplicantWithRequest } from "../../applicant/applicant.reads";
import { assertMove } from "../../applicant/applicantStatus.service";
import type { VisaApplicantEntity } from "../../applicant/applicant.entity";
import { decryptPassportNumber } from "../../applicant/applicant.crypto";
import { openApplicant } from "../../applicant/applicant.view";
import type { ApprovalEntity } from "../../approval/approval.entity";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFile, findFilesByApplicants } from "../../file/file.reads";
import { insertNote } from "../case/case.repository";
import type { CaseDeps } from "../case/case.service";
import { listFiles, makeNote, type CaseView } from "../case/case.view";
import {
  assertNoVisaWaiting,
  assertUndecided,
  getApplicantUnderReview,
  type UnderReview,
} from "../case/caseAccess.logic";
import { findOpenCorrections } from "../correction/correction.repository";
import { invalid, type InputViolation } from "../../../core/text.rules";
import { checkNote, normaliseNote } from "../../../core/note.rules";
import { findDocumentReviews } from "../document/documentReview.repository";
import { reportMrz } from "../mrz/mrzReport.view";
import { findUnseenItems, listOpenItems, noReasonForOpenItems, notShown } from "./openItems.rules";
import { getNotificationTime } from "./takeBack.rules";
import {
  compareVisa,
  listMismatches,
  readVisaText,
  type VisaMismatch,
  type TypedVisa,
} from "./visaMatch.rules";
import type { ReceivedUpload } from "../../../core/ReceivedUpload";

/** A visa that waits for another staff member's approval. */
export interface AskedVisa {
  visaRequestId: string;
  fileId: string;
}

export const approvalOccurrence = (visaApplicantId: string) => ({
  event: "APPROVED" as const,
  occurrenceId: `${visaApplicantId}:APPROVED`,
});

interface ApprovalInput extends TypedVisa {
  visaApplicantId: string;
  visaFile: ReceivedUpload;
  reason?: string | null;
  openItems?: readonly string[] | null;
}

export class VisaGrantService {
  constructor(private readonly deps: CaseDeps) {}

  /**
   * Approves the applicant, or requests another staff member's approval if the visa does not match. Errors:
   * NOT_FOUND, INVALID_STATE, violations, FILE_*.
   */
  async approve(caller: Principal, { visaApplicantId, visaFile, ...said }: ApprovalInput): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffApproveApplicant");
    const { db, fileService } = this.deps;
    const seen = await getApprovable(db.read, staffId, visaApplicantId);
    const openAtFirst = await this.#findOpenItems(db.read, seen.applicant);
    const violations = this.#check(said, seen.applicant, openAtFirst);
    const submission = { purpose: "VISA" as const, field: "visaFile", upload: visaFile };
    const inspected = await fileService.inspect(staffId, [submission], { isRefused: violations.length > 0 });
    throwIfAny([...violations, ...inspected.violations]);
    const visa = inspected.passed.map((file) => ({ ...file, position: 0 }));
    const text = visa[0]?.file.text;
    const { visaRequestId } = await fileService.write(visaApplicantId, visa, async (transaction, files) => {
      const found = await getApprovable(transaction, staffId, visaApplicantId);
      const openItems = await this.#findOpenItems(transaction, found.applicant);
      // Checks again, because the applicant's details may have been corrected in the meantime.
      throwIfAny(this.#check(said, found.applicant, openItems));
      // Removes files left by an approval that was closed because its requester lost the staff role.
      const left = await fileService.removeByApplicants(transaction, [visaApplicantId], "VISA");
      await fileService.insert(transaction, files);
      const mismatches = listMismatches(readVisaText(text, this.#open(found.applicant)));
      const items = [...openItems, ...mismatches];
      const isAsked = mismatches.length > 0 && this.deps.approvals.isEnabled;
      await this.#storeReason(transaction, found, { staffId, items, isAsked, reason: said.reason });
      if (isAsked) await this.#ask(transaction, found, { staffId, mismatches, files });
      else await this.#grant(transaction, found, staffId);
      return { visaRequestId: found.request.visaRequestId, gone: left };
    });
    return this.deps.cases.getCase(staffId, visaRequestId);
  }

  /**
   * Grants the approval and approves the applicant, whose visa is already stored. Errors: as in `agree`; NOT_FOUND and
   * INVALID_STATE if the approval is no longer possible.
   */
  async carryOut(approval: ApprovalEntity, staffId: string): Promise<void> {
    const { approvals, db } = this.deps;
    const { fileId } = JSON.parse(approval.asked) as AskedVisa;
    await db.write(async (transaction) => {
      const found = await getApplicantWithRequest(transaction, approval.subjectId);
      if (!(await findFile(transaction, fileId))) throw notFound();
      await approvals.agree(transaction, approval, { staffId, request: found.request });
      assertUndecided(found);
      await this.#grant(transaction, found, approval.askedByStaffId);
    });
  }

  /** Requests another staff member's approval; the visa is stored until the decision. */
  async #ask(
    transaction: EntityManager,
    { applicant, request }: UnderReview,
    { staffId, mismatches, files }: { staffId: string; mismatches: string[]; files: StoredFileEntity[] },
  ): Promise<void> {
    const { approvals, clock, visaRequests } = this.deps;
    const { visaRequestId, visaReferenceNo } = request;
    await approvals.ask(transaction, {
      kind: "VISA_MISMATCH",
      subjectId: applicant.visaApplicantId,
      text: `Visa for ${visaReferenceNo}: ${mismatches.join(", ")}`,
      asked: { visaRequestId, fileId: files[0]!.fileId } satisfies AskedVisa,
      staffId,
      request,
    });
    await visaRequests.touch(transaction, visaRequestId, clock.now());
  }

  async #grant(transaction: EntityManager, found: UnderReview, staffId: string): Promise<void> {
    const { applicantStatus, audit, clock, notifications } = this.deps;
    const { applicant, request } = found;
    const { visaApplicantId } = applicant;
    const at = clock.now();
    await applicantStatus.move(transaction, found, "APPROVED", { at, decidedAt: at.toISOString() });
    await notifications.enqueue(transaction, {
      ...approvalOccurrence(visaApplicantId),
      request,
      traveller: applicant,
      dueAt: getNotificationTime(at.toISOString()),
    });
    await audit.record(transaction, "VISA_GRANTED", visaApplicantId, { by: { staffId }, request });
  }

  /** Stores the reason for the approval, and the items that were open, as a staff note. */
  async #storeReason(
    transaction: EntityManager,
    { applicant, request }: UnderReview,
    {
      staffId,
      items,
      isAsked,
      reason,
    }: { staffId: string; items: string[]; isAsked: boolean; reason?: string | null },
  ): Promise<void> {
    const given = normaliseNote(reason);
    if (!given) return;
    const despite = items.length > 0 ? ` despite this: ${items.join("; ")}` : "";
    const what = isAsked ? "Request to approve" : "Approval of";
    const text = `${what} ${applicant.firstName} ${applicant.lastName}${despite}.\nReason: ${given}`;
    const { visaRequestId } = request;
    await insertNote(transaction, makeNote(this.deps, { visaRequestId, staffId, text }));
  }

  async #findOpenItems(db: EntityManager, applicant: VisaApplicantEntity): Promise<string[]> {
    const rows = await findFilesByApplicants(db, [applicant.visaApplicantId]);
    const reviews = await findDocumentReviews(
      db,
      rows.map(({ fileId }) => fileId),
    );
    const view = openApplicant(applicant, rows, this.deps);
    const reviewedFileIds = new Set(reviews.map(({ fileId }) => fileId));
    return listOpenItems(listFiles(view), { reviewedFileIds, mrz: reportMrz(view, this.deps.clock.now()) });
  }

  #check(
    said: Omit<ApprovalInput, "visaApplicantId" | "visaFile">,
    applicant: VisaApplicantEntity,
    openItems: readonly string[],
  ): (VisaMismatch | InputViolation)[] {
    const unseen = findUnseenItems(openItems, said.openItems);
    const needsReason = unseen.length > 0 || (this.deps.approvals.isEnabled && openItems.length > 0);
    const noReason = needsReason ? `${noReasonForOpenItems}: ${openItems.join("; ")}` : undefined;
    const ofReason = checkNote(said.reason, "reason", noReason);
    return [
      ...compareVisa(said, this.#open(applicant)),
      ...(ofReason.length > 0 ? ofReason : unseen.map((item) => invalid("openItems", notShown(item)))),
    ];
  }

  #open(applicant: VisaApplicantEntity) {
    return { ...applicant, passportNumber: decryptPassportNumber(this.deps.keys, applicant) };
  }
}

/** Returns the applicant if they can be approved. Errors: NOT_FOUND, INVALID_STATE. */
async function getApprovable(
  db: EntityManager,
  staffId: string,
  visaApplicantId: string,
): Promise<UnderReview> {
  const found = await getApplicantUnderReview(db, staffId, visaApplicantId);
  await assertNoVisaWaiting(db, visaApplicantId);
  const open = await findOpenCorrections(db, [visaApplicantId]);
  if (open.length > 0)
    throw new DomainError("INVALID_STATE", "The traveller has not yet sent what was asked for");
  assertMove(found.applicant.visaApplicantStatus, "APPROVED");
  return found;
}
