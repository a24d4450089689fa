/**
 * Required documents that a traveller sends between payment and decision, and reasons for documents not sent. Guards:
 * only the owner or follower, and only documents that the visa requires and that staff have not requested as a
 * correction. Calls: the file module for the bytes.
 */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { EntityManager } from "typeorm";
import { IdempotentCall } from "../../../platform/db/idempotency";
import { DomainError, notFound, throwIfAny } from "../../../core/errors";
import { requirePerson, requireSession, type Principal } from "../../../core/principal";
import { type InputViolation, invalid, missing } from "../../../core/text.rules";
import { findOwnApplicant } from "../../applicant/applicant.reads";
import { decryptRequiredDocuments, requiredDocumentsText } from "../../applicant/applicant.crypto";
import type { ApplicantView } from "../../applicant/applicant.view";
import { canAddDocuments } from "../../applicant/documents/neededDocuments.rules";
import { checkGivenAnswer } from "../../applicant/documents/answers.rules";
import {
  type KeptDocument,
  type LaterDocument,
  unknownDocument,
  withAnswers,
  withPapers,
  withReason,
} from "../../applicant/documents/requiredDocuments.rules";
import { listFiles, placeFiles } from "../../applicant/submission/applicantSubmission.service";
import type { StoredFileEntity } from "../../file/file.entity";
import { findFilesByApplicants } from "../../file/file.reads";
import { fileRequiredMessages } from "../../file/file.rules";
import type { PassedFile } from "../../file/file.service";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { findOpenCorrections } from "../correction/correction.repository";
import type { ReceivedUpload } from "../../../core/ReceivedUpload";
import type { CaseDeps } from "../case/case.service";

/** A required document that is sent after payment, or the answer to a question. */
export interface AddedDocument {
  visaApplicantId: string;
  documentName: string;
  documentFiles: readonly ReceivedUpload[];
  answer?: string | null;
  idempotencyKey?: string | null;
}

export class AddedDocumentService {
  constructor(private readonly deps: CaseDeps) {}

  async add(caller: Principal, document: AddedDocument): Promise<ApplicantView> {
    const { userId } = requirePerson(caller, "addVisaApplicantDocument");
    const { applicantFiles, applicants, db } = this.deps;
    const { visaApplicantId } = document;
    const before = await applicants.getMine(caller, visaApplicantId);
    const call = new IdempotentCall({
      userId,
      operation: "addVisaApplicantDocument",
      key: document.idempotencyKey,
      input: fingerprint(document),
    });
    if (await call.findResult(db.read)) return before;
    await this.#findOpen(db.read, caller, document);
    const passed = await this.#inspect(userId, before, document);
    const place = { caller, visaRequestId: before.visaRequestId };
    await applicantFiles.write(place, visaApplicantId, { files: passed }, async (transaction, files) => {
      if (await call.findResult(transaction)) return { gone: files };
      await this.#write(transaction, caller, document, { call, passed, files });
      return { gone: [] };
    });
    return applicants.getMine(caller, visaApplicantId);
  }

  /**
   * Stores the reason why a required document has not been sent; replaces an earlier reason. Repeating the call changes
   * nothing. Errors: UNAUTHENTICATED, NOT_FOUND, INVALID_STATE, CONFLICT; INVALID, REQUIRED and TOO_LONG by field.
   */
  async setReason(
    caller: Principal,
    said: LaterDocument & { visaApplicantId: string },
  ): Promise<ApplicantView> {
    requirePerson(caller, "setVisaApplicantDocumentReason");
    const { applicants, db, keys } = this.deps;
    const { visaApplicantId } = said;
    await db.write(async (transaction) => {
      const { applicant, request } = await this.#findOpen(transaction, caller, said);
      const before = decryptRequiredDocuments(keys, applicant);
      const { kept, violations } = withReason(before, said);
      throwIfAny(violations);
      if (isDeepStrictEqual(kept, before)) return;
      await this.#saveDocuments(transaction, request, visaApplicantId, kept);
      await this.#audit(transaction, caller, request, { visaApplicantId, fields: ["laterDocuments"] });
    });
    return applicants.getMine(caller, visaApplicantId);
  }

  async #inspect(
    userId: string,
    { documents, requiredDocuments }: ApplicantView,
    { documentName, documentFiles, answer }: AddedDocument,
  ): Promise<PassedFile[]> {
    const document = requiredDocuments.find((one) => one.documentName === documentName);
    const violations: InputViolation[] = [];
    if (!document) violations.push(invalid("documentName", unknownDocument));
    if (typeof answer === "string") {
      if (document && !document.isQuestion)
        violations.push(invalid("answer", "This is a document, not a question"));
      violations.push(...checkGivenAnswer(answer, "answer"));
    } else if (documentFiles.length === 0) {
      violations.push(missing("documentFiles", fileRequiredMessages.DOCUMENT));
    }
    const submissions = listFiles({ details: {}, documentFiles });
    const isRefused = violations.length > 0;
    const inspected = await this.deps.fileService.inspect(userId, submissions, { isRefused });
    throwIfAny([...violations, ...inspected.violations]);
    return placeFiles(inspected.passed, nextPosition(documents));
  }

  async #write(
    transaction: EntityManager,
    caller: Principal,
    document: AddedDocument,
    sent: { call: IdempotentCall; passed: PassedFile[]; files: StoredFileEntity[] },
  ): Promise<void> {
    const { applicantFiles, keys } = this.deps;
    const { documentName, visaApplicantId } = document;
    const { applicant, request } = await this.#findOpen(transaction, caller, document);
    const present = await findFilesByApplicants(transaction, [visaApplicantId]);
    // Computes the positions again, because another document may have been added during the inspection.
    const first = nextPosition(present.filter(({ purpose }) => purpose === "DOCUMENT"));
    const files = sent.files.map((file, index) => ({ ...file, position: first + index }));
    const place = { caller, visaRequestId: request.visaRequestId };
    await applicantFiles.replace(transaction, place, { files: sent.passed }, files);
    const papers = files.map(({ fileId }) => ({ documentName, fileId }));
    const { answer } = document;
    const isAnswer = typeof answer === "string";
    const before = withPapers(decryptRequiredDocuments(keys, applicant), papers);
    const documents = isAnswer ? withAnswers(before, [{ documentName, answer }]) : before;
    const at = await this.#saveDocuments(transaction, request, visaApplicantId, documents);
    await sent.call.saveResult(transaction, visaApplicantId, at);
    const fields = [...(files.length > 0 ? ["DOCUMENT"] : []), ...(isAnswer ? ["answers"] : [])];
    await this.#audit(transaction, caller, request, { visaApplicantId, fields });
  }

  async #saveDocuments(
    transaction: EntityManager,
    request: VisaRequestEntity,
    visaApplicantId: string,
    documents: readonly KeptDocument[],
  ): Promise<Date> {
    const { applicantStatus, clock, keys, visaRequests } = this.deps;
    const at = clock.now();
    await applicantStatus.changeDetails(transaction, {
      visaApplicantId,
      requiredDocumentsSealed: requiredDocumentsText.encryptJson(keys, visaApplicantId, documents),
    });
    // Increments the version, so that the traveller's other open pages reload the application.
    await visaRequests.change(transaction, request, {}, { at });
    return at;
  }

  async #audit(
    transaction: EntityManager,
    caller: Principal,
    request: VisaRequestEntity,
    { visaApplicantId, fields }: { visaApplicantId: string; fields: string[] },
  ): Promise<void> {
    await this.deps.audit.record(transaction, "APPLICANT_CHANGED", visaApplicantId, {
      by: caller,
      request,
      details: { fields },
    });
    await this.deps.visaRequests.reportChange(transaction, caller, request);
  }

  /** Returns applicant and request if the document can be changed now. Errors: NOT_FOUND, INVALID_STATE. */
  async #findOpen(
    db: EntityManager,
    caller: Principal,
    { visaApplicantId, documentName }: Pick<AddedDocument, "visaApplicantId" | "documentName">,
  ) {
    const applicant = await findOwnApplicant(db, visaApplicantId, requireSession(caller).userId);
    if (!applicant) throw notFound();
    const request = await this.deps.visaRequests.getOwn(db, caller, applicant.visaRequestId);
    if (request.visaRequestStatus === "PENDING")
      throw new DomainError("INVALID_STATE", "This application is not paid. Edit the applicant instead");
    if (!canAddDocuments(request.visaRequestStatus, applicant.visaApplicantStatus))
      throw new DomainError("INVALID_STATE", "The review has ended. No documents can be added any more");
    const open = await findOpenCorrections(db, [visaApplicantId]);
    if (open.some((correction) => correction.documentName === documentName))
      throw new DomainError("INVALID_STATE", "We asked for this document. Send it with the corrections");
    return { applicant, request };
  }
}

function nextPosition(documents: readonly { position: number }[]): number {
  return Math.max(-1, ...documents.map(({ position }) => position)) + 1;
}

/** Returns the values that a call with the same idempotency key has to repeat. */
function fingerprint({ visaApplicantId, documentName, documentFiles, answer }: AddedDocument): unknown {
  const hashes = documentFiles.map(({ bytes }) => createHash("sha256").update(bytes).digest("hex"));
  return { visaApplicantId, documentName, documents: hashes, ...(answer && { answer }) };
}
