/**
 * Who works on a case, the begin of its review, and what staff tell each other. Guards: one at a time works on it, and
 * nobody on their own application. Calls: the audit log.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../../adapters/crypto/keyRing";
import type { Database } from "../../../db/database";
import { DomainError, notFound } from "../../../errors";
import type { Clock } from "../../../ports";
import type { Viewer } from "../../../viewer";
import type { AuditAction } from "../../audit/audit.rules";
import type { AuditService } from "../../audit/audit.service";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { changeRequest, findRequest } from "../../visaRequest/visaRequest.repository";
import { insertNote } from "./case.repository";
import { maxNoteLength, cannotStartReviewReason, cannotTakeReason } from "./case.rules";
import type { CaseService } from "./case.service";
import { sealNote, type CaseView } from "./case.view";
import { getOwnCase, assertNotOwnApplication } from "./caseAccess.service";
import { findStaffUser } from "../../staff/staff.repository";
import type { StaffService } from "../../staff/staff.service";

interface Deps {
  db: Database;
  clock: Clock;
  audit: AuditService;
  keys: KeyRing;
  staff: StaffService;
  cases: CaseService;
}

export class CaseAssignmentService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Takes a case that nobody works on; taken by oneself, nothing changes. Errors: NOT_FOUND, INVALID_STATE. */
  async take(viewer: Viewer, visaRequestId: string): Promise<CaseView> {
    return this.#work(viewer, visaRequestId, async (transaction, request, staffId) => {
      throwIf(cannotTakeReason(request));
      if (!(await isFree(transaction, request, staffId))) return;
      await this.#change(transaction, request, "CASE_TAKEN", staffId, this.#assignTo(staffId));
    });
  }

  /** Gives a case back. Errors: NOT_FOUND, INVALID_STATE where somebody else works on it or nobody. */
  async release(viewer: Viewer, visaRequestId: string): Promise<CaseView> {
    return this.#work(viewer, visaRequestId, async (transaction, { visaRequestId }, staffId) => {
      const request = await getOwnCase(transaction, staffId, visaRequestId);
      const nobody = { assignedStaffId: null, assignedAt: null };
      await this.#change(transaction, request, "CASE_RELEASED", staffId, nobody);
    });
  }

  /** Begins the review, and takes the case where nobody has it. Errors: NOT_FOUND, INVALID_STATE. */
  async startReview(viewer: Viewer, visaRequestId: string): Promise<CaseView> {
    return this.#work(viewer, visaRequestId, async (transaction, request, staffId) => {
      throwIf(cannotStartReviewReason(request));
      const taken = (await isFree(transaction, request, staffId)) ? this.#assignTo(staffId) : {};
      await this.#change(transaction, request, "REVIEW_STARTED", staffId, {
        ...taken,
        visaRequestStatus: "PROCESSING",
      });
    });
  }

  /** Errors: NOT_FOUND, REQUIRED, TOO_LONG, INVALID_STATE. */
  async addNote(viewer: Viewer, visaRequestId: string, text: string): Promise<CaseView> {
    const { audit, clock, keys } = this.#deps;
    const trimmed = text.trim();
    return this.#work(viewer, visaRequestId, async (transaction, request, staffId) => {
      if (!trimmed) throw new DomainError("REQUIRED", "Enter a note", { field: "text" });
      if (trimmed.length > maxNoteLength)
        throw new DomainError("TOO_LONG", `The note must be ${maxNoteLength} characters or fewer`, {
          field: "text",
        });
      // It would outlive what it reports: notes go with the personal data.
      if (request.papersRemovedAt)
        throw new DomainError("INVALID_STATE", "The personal data of this application has been removed");
      const note = { staffNoteId: randomUUID(), at: clock.now().toISOString(), staffId, text: trimmed };
      await insertNote(transaction, sealNote(keys, note, visaRequestId));
      await audit.record(transaction, "NOTE_ADDED", visaRequestId, { by: { staffId }, request });
    });
  }

  /** One transaction on the application as it is in it, by staff whose own it is not; returns the case after it. */
  async #work(
    viewer: Viewer,
    visaRequestId: string,
    work: (transaction: EntityManager, request: VisaRequestEntity, staffId: string) => Promise<void>,
  ): Promise<CaseView> {
    const { db, cases, staff } = this.#deps;
    const { staffId } = await staff.requireStaff(viewer);
    await db.write(async (transaction) => {
      const request = await findRequest(transaction, visaRequestId);
      if (!request) throw notFound();
      await assertNotOwnApplication(transaction, request, staffId);
      await work(transaction, request, staffId);
    });
    return cases.getCase(viewer, visaRequestId);
  }

  async #change(
    transaction: EntityManager,
    request: VisaRequestEntity,
    action: AuditAction,
    staffId: string,
    changes: Partial<Pick<VisaRequestEntity, "assignedStaffId" | "assignedAt" | "visaRequestStatus">>,
  ): Promise<void> {
    const { audit, clock } = this.#deps;
    await changeRequest(transaction, request, changes, { at: clock.now() });
    await audit.record(transaction, action, request.visaRequestId, { by: { staffId }, request });
  }

  #assignTo(staffId: string) {
    return { assignedStaffId: staffId, assignedAt: this.#deps.clock.now().toISOString() };
  }
}

/**
 * Whether nobody works on it; false where that member does already. Who is no longer staff is nobody.
 * Errors: INVALID_STATE where somebody else works on it.
 */
async function isFree(
  transaction: EntityManager,
  { assignedStaffId }: VisaRequestEntity,
  staffId: string,
): Promise<boolean> {
  if (assignedStaffId === staffId) return false;
  if (assignedStaffId !== null && (await findStaffUser(transaction, assignedStaffId)))
    throw new DomainError("INVALID_STATE", "Somebody else is working on this application");
  return true;
}

function throwIf(reason: string | undefined): void {
  if (reason) throw new DomainError("INVALID_STATE", reason);
}
