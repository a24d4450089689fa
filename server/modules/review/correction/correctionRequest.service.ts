/** Corrections requested from a traveller. Guards: only the assigned staff member, during the review. */
import { randomUUID } from "node:crypto";
import { DomainError, notFound, throwIfAny } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import { assertMove } from "../../applicant/applicantStatus.service";
import { decryptRequiredDocuments } from "../../applicant/applicant.crypto";
import { correctableFields } from "../../applicant/applicantFields.rules";
import { describeRequired } from "../../applicant/documents/neededDocuments.rules";
import type { KeptDocument } from "../../applicant/documents/requiredDocuments.rules";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFilesByApplicants } from "../../file/file.reads";
import { assertNoVisaWaiting, getApplicantUnderReview, type UnderReview } from "../case/caseAccess.logic";
import type { CaseDeps } from "../case/case.service";
import type { CaseView } from "../case/case.view";
import type { ApplicantCorrectionEntity } from "./correction.entity";
import * as corrections from "./correction.repository";
import {
  checkChangedCorrection,
  checkCorrectionItems,
  type CorrectionItem,
  type CorrectionReason,
} from "./correction.rules";
import { normaliseNote } from "../../../core/note.rules";
import { labelsOfCorrections } from "./correctionTargets.rules";
import { removeCorrectionMessages } from "./correctionClosing.logic";
import { correctionNote } from "./reviewNote.crypto";
import type { EntityManager } from "typeorm";

interface OpenCorrection extends UnderReview {
  correction: ApplicantCorrectionEntity;
}

export class CorrectionRequestService {
  constructor(private readonly deps: CaseDeps) {}

  /**
   * Requests corrections of files and fields, and notifies the traveller. Errors: UNAUTHENTICATED, FORBIDDEN,
   * NOT_FOUND, INVALID_STATE; REQUIRED, INVALID and TOO_LONG by input field, e.g. `items.0.note`.
   */
  async request(
    caller: Principal,
    visaApplicantId: string,
    items: readonly CorrectionItem[],
  ): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffRequestCorrection");
    const { applicantStatus, audit, cases, clock, notifications } = this.deps;
    return cases.change(staffId, async (transaction) => {
      const found = await getApplicantUnderReview(transaction, staffId, visaApplicantId);
      const { applicant, request } = found;
      await assertNoVisaWaiting(transaction, visaApplicantId);
      assertMove(applicant.visaApplicantStatus, "ACTION_REQUIRED");
      const papers = await findFilesByApplicants(transaction, [visaApplicantId]);
      const documents = decryptRequiredDocuments(this.deps.keys, applicant);
      const requiredDocuments = documents.map(describeRequired);
      throwIfAny(checkCorrectionItems(items, { files: papers, requiredDocuments }));
      const at = clock.now();
      const asked = items.map((item, position) =>
        this.#makeCorrection(item, papers, { visaApplicantId, position, staffId, askedAt: at.toISOString() }),
      );
      await corrections.insertCorrections(transaction, asked);
      await applicantStatus.move(transaction, found, "ACTION_REQUIRED", { at });
      // Each request causes one message, whose occurrence id is the id of the first correction.
      const [{ correctionId: occurrenceId }] = asked as [ApplicantCorrectionEntity];
      await notifications.enqueue(transaction, {
        event: "ACTION_REQUIRED",
        occurrenceId,
        request,
        traveller: applicant,
        details: labelsOfCorrections(
          asked.map((one) => ({
            ...one,
            field: one.field && correctableFields[one.field],
            documentName: one.documentName ?? nameOfFile(documents, one.fileId),
          })),
        ),
      });
      await audit.record(transaction, "CORRECTION_ASKED", visaApplicantId, {
        by: { staffId },
        request,
        details: { fields: listNames(asked) },
      });
      return request;
    });
  }

  #makeCorrection(
    { fileId, field, documentName, reason, note }: CorrectionItem,
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
      documentName: documentName ?? null,
      reason,
      answerSealed: null,
      noteSealed: correctionNote.encrypt(this.deps.keys, correctionId, normaliseNote(note)),
      closedAt: null,
    };
  }

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
      await corrections.changeOpenCorrection(transaction, correctionId, { reason, noteSealed });
      return false;
    });
  }

  async withdraw(caller: Principal, correctionId: string): Promise<CaseView> {
    const { applicantStatus, clock, staff } = this.deps;
    const { staffId } = await staff.requireStaff(caller, "staffWithdrawCorrection");
    return this.#write(staffId, correctionId, "CORRECTION_WITHDRAWN", async (transaction, found) => {
      const { visaApplicantId } = found.applicant;
      await corrections.changeOpenCorrection(transaction, correctionId, {
        closedAt: clock.now().toISOString(),
      });
      const left = await corrections.findOpenCorrections(transaction, [visaApplicantId]);
      if (left.length > 0) return false;
      await removeCorrectionMessages(this.deps, transaction, visaApplicantId);
      await applicantStatus.move(transaction, found, "PENDING", { at: clock.now() });
      return true;
    });
  }

  async #write(
    staffId: string,
    correctionId: string,
    action: "CORRECTION_CHANGED" | "CORRECTION_WITHDRAWN",
    /** Returns true if it has changed the applicant's status. */
    work: (transaction: EntityManager, found: OpenCorrection) => Promise<boolean>,
  ): Promise<CaseView> {
    const { audit, cases } = this.deps;
    return cases.change(staffId, async (transaction) => {
      const correction = await corrections.findCorrection(transaction, correctionId);
      if (!correction) throw notFound();
      const found = await getApplicantUnderReview(transaction, staffId, correction.visaApplicantId);
      if (correction.closedAt !== null)
        throw new DomainError("INVALID_STATE", "This was already answered or withdrawn");
      const isMoved = await work(transaction, { ...found, correction });
      if (!isMoved) await this.#reportChange(transaction, found);
      const { field, paper } = correction;
      await audit.record(transaction, action, correction.visaApplicantId, {
        by: { staffId },
        request: found.request,
        details: { fields: [paper ?? correctableFields[field!]] },
      });
      return found.request;
    });
  }

  /**
   * Increments the version and informs the partner, as a change of status does, so that open pages and programs read
   * the corrections again.
   */
  async #reportChange(transaction: EntityManager, { applicant, request }: UnderReview): Promise<void> {
    const { clock, partnerEvents, visaRequests } = this.deps;
    const { visaApplicantId } = applicant;
    const after = await visaRequests.change(transaction, request, {}, { at: clock.now() });
    await partnerEvents.record(transaction, "application.action_required", after, { visaApplicantId });
  }
}

/** Returns the name of the required document that the file is for; null for other files. */
function nameOfFile(documents: readonly KeptDocument[], fileId: string | null): string | null {
  return documents.find(({ fileIds }) => fileIds.some((id) => id === fileId))?.documentName ?? null;
}

/** Returns the names of the fields and kinds of files; never their values. */
function listNames(asked: readonly ApplicantCorrectionEntity[]): string[] {
  const names = asked.map(({ paper, field }) => paper ?? correctableFields[field!]);
  return [...new Set<string>(names)];
}
