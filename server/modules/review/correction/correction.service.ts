/** Corrections of an applicant, and the traveller's answers. Guards: only the owner or follower can answer. */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import { IdempotentCall } from "../../../platform/db/idempotency";
import { DomainError, notFound } from "../../../core/errors";
import { StorageError } from "../../../core/storageErrors";
import { requirePerson, type Principal } from "../../../core/principal";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFilesByApplicants } from "../../file/file.reads";
import { isUnderReview } from "../../visaRequest/visaRequest.rules";
import { changeApplicant, changedMeanwhile } from "../../applicant/submission/applicantChange.logic";
import type { VisaApplicantEntity } from "../../applicant/applicant.entity";
import type { ApplicantView } from "../../applicant/applicant.view";
import { encryptMrz, requiredDocumentsText } from "../../applicant/applicant.crypto";
import {
  answerDocuments,
  mergeCategory,
  withAnswers,
} from "../../applicant/documents/requiredDocuments.rules";
import { checkAnswer, type CheckedCorrection } from "./correctionCheck.logic";
import type { ApplicantCorrectionEntity } from "./correction.entity";
import { closeCorrections } from "./correctionClosing.logic";
import { findCorrections, findOpenCorrections, saveAnswer } from "./correction.repository";
import type { CorrectionAnswer } from "./correctionMatch.rules";
import { answerText, correctionNote } from "./reviewNote.crypto";
import type { ReceivedUpload } from "../../../core/ReceivedUpload";
import type { CaseDeps } from "../case/case.service";

/** A correction as the traveller and staff see it. */
export type CorrectionView = ReturnType<typeof openCorrection>;

export class CorrectionService {
  constructor(private readonly deps: CaseDeps) {}

  /** Returns open corrections in the order they were requested. The caller checks the permission. */
  async listOpen(visaApplicantIds: readonly string[]): Promise<CorrectionView[]> {
    const { db, keys } = this.deps;
    const rows = await findOpenCorrections(db.rows, visaApplicantIds);
    return rows.map((row) => openCorrection(keys, row));
  }

  async listAll(visaApplicantId: string) {
    const { db, keys } = this.deps;
    const rows = await findCorrections(db.rows, [visaApplicantId]);
    return rows.map((row) => ({
      ...openCorrection(keys, row),
      closedAt: row.closedAt,
      /** Null while the correction is open, and for a file. */
      answer: answerText.decryptJson(keys, row.correctionId, row.answerSealed),
    }));
  }

  async listAnswered(visaApplicantId: string) {
    const all = await this.listAll(visaApplicantId);
    return all.flatMap(({ correctionId, field, closedAt, answer }) =>
      field && closedAt && answer ? [{ ...answer, correctionId, field, answeredAt: closedAt }] : [],
    );
  }

  /** Returns the corrections whose file was replaced, oldest first. Other closed corrections still have their file. */
  async listReplaced(visaApplicantId: string) {
    const { db } = this.deps;
    const files = await findFilesByApplicants(db.read, [visaApplicantId]);
    const corrections = await findCorrections(db.rows, [visaApplicantId]);
    const replaced = corrections.flatMap(({ correctionId, paper, fileId, closedAt }) => {
      const hasSuccessor = files.some(({ purpose }) => purpose === paper);
      if (!paper || !fileId || !closedAt || !hasSuccessor) return [];
      if (files.some((file) => file.fileId === fileId)) return [];
      return [[fileId, { correctionId, paper, answeredAt: closedAt }] as const];
    });
    // Withdrawn corrections of a file come before the answered one, which replaces them in the map.
    return [...new Map(replaced).values()];
  }

  /**
   * Applies the traveller's answer. Errors: UNAUTHENTICATED, NOT_FOUND, CONFLICT, IDEMPOTENCY_CONFLICT; INVALID_STATE
   * if there is nothing to correct; REQUIRED and INVALID by `correctionId`; violations of the details and FILE_* by
   * input field.
   */
  async send(
    caller: Principal,
    visaApplicantId: string,
    answer: CorrectionAnswer<ReceivedUpload>,
    idempotencyKey?: string | null,
  ): Promise<ApplicantView> {
    const { userId } = requirePerson(caller, "sendCorrection");
    const { applicants, db, keptApplicants } = this.deps;
    const before = await applicants.getMine(caller, visaApplicantId);
    const input = fingerprint(visaApplicantId, answer);
    const call = new IdempotentCall({ userId, operation: "sendCorrection", key: idempotencyKey, input });
    if (!(await call.findResult(db.read)))
      await this.#send(caller, before, answer, call).catch(async (error: unknown) => {
        // If two calls with the same idempotency key run concurrently, the slower one finds the corrections closed.
        if (error instanceof StorageError || !(await call.findResult(db.read))) throw error;
      });
    // Runs in a repeated call too, because the first call may have been interrupted before this step.
    await keptApplicants.refresh(caller, before);
    return applicants.getMine(caller, visaApplicantId);
  }

  async #send(
    caller: Principal,
    before: ApplicantView,
    answer: CorrectionAnswer<ReceivedUpload>,
    call: IdempotentCall,
  ): Promise<void> {
    const { applicantStatus, db, visaRequests } = this.deps;
    const { visaApplicantId } = before;
    assertAwaitingCorrection(before);
    const seen = await visaRequests.getRequest(caller, before.visaRequestId);
    const open = await findOpenCorrections(db.rows, [visaApplicantId]);
    const checked = await checkAnswer(this.deps, seen, { before, open, answer });
    await changeApplicant(this.deps, caller, before, checked, {
      getRequest: async (transaction, present) => {
        const request = await visaRequests.getOwn(transaction, caller, before.visaRequestId);
        if (!present) throw notFound();
        assertAwaitingCorrection(present);
        if (!isUnderReview(request.visaRequestStatus))
          throw new DomainError("INVALID_STATE", "This application can no longer be changed");
        if (!isDeepStrictEqual(await findOpenCorrections(transaction, [visaApplicantId]), open))
          throw changedMeanwhile();
        return request;
      },
      write: async (transaction, { request, present, files, at }) => {
        const { mrz: entry } = checked;
        const columns = {
          ...checked.changes,
          ...(entry !== undefined && {
            mrzSealed: encryptMrz(this.deps.keys, { visaApplicantId, entry, at }),
          }),
          ...this.#answeredDocuments(before, checked, files),
        };
        if (Object.keys(columns).length > 0)
          await applicantStatus.changeDetails(transaction, { ...columns, visaApplicantId });
        await closeCorrections(this.deps, transaction, { visaApplicantId, at });
        for (const { correctionId, ...given } of checked.answers)
          await saveAnswer(
            transaction,
            correctionId,
            answerText.encryptJson(this.deps.keys, correctionId, given),
          );
        await applicantStatus.move(transaction, { applicant: present, request }, "PENDING", { at });
        await visaRequests.reportChange(transaction, caller, request);
        await call.saveResult(transaction, visaApplicantId, at);
        return checked.changed;
      },
    });
  }

  /** Returns the required documents with the new files and answers; undefined if they do not change. */
  #answeredDocuments(
    { visaApplicantId, requiredDocuments }: ApplicantView,
    { files: passed, papers, documentAnswers, categoryDocuments }: CheckedCorrection,
    files: readonly StoredFileEntity[],
  ): Pick<VisaApplicantEntity, "requiredDocumentsSealed"> | undefined {
    // `files` and `passed` have the same order.
    const placed = passed.map(({ field }, index) => ({
      ...papers.find(({ place }) => place === field)!,
      newFileId: files[index]!.fileId,
    }));
    const answered = withAnswers(answerDocuments(requiredDocuments, placed), documentAnswers);
    const documents = categoryDocuments ? mergeCategory(categoryDocuments, answered) : answered;
    if (isDeepStrictEqual(documents, requiredDocuments)) return undefined;
    const text = requiredDocumentsText.encryptJson(this.deps.keys, visaApplicantId, documents);
    return { requiredDocumentsSealed: text };
  }
}

function openCorrection(keys: KeyRing, row: ApplicantCorrectionEntity) {
  const { fileId, noteSealed, answerSealed: _answer, closedAt: _closed, position: _place, ...rest } = row;
  const { staffId: _staff, ...correction } = rest;
  return {
    ...correction,
    /** Id of the supporting document to replace; null for any other file and for a missing document. */
    visaApplicationDocumentId: correction.paper === "DOCUMENT" ? fileId : null,
    note: correctionNote.decrypt(keys, correction.correctionId, noteSealed),
  };
}

function fingerprint(visaApplicantId: string, { papers, fields }: CorrectionAnswer<ReceivedUpload>): unknown {
  const hashed = papers.map(({ correctionId, file }) => ({
    correctionId,
    file: createHash("sha256").update(file.bytes).digest("hex"),
  }));
  return { visaApplicantId, papers: hashed, fields };
}

function assertAwaitingCorrection({ visaApplicantStatus }: Pick<ApplicantView, "visaApplicantStatus">): void {
  if (visaApplicantStatus !== "ACTION_REQUIRED")
    throw new DomainError("INVALID_STATE", "This applicant has nothing to correct");
}
