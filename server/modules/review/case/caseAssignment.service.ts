/**
 * Assigns cases, starts reviews and adds notes. Guards: a case is assigned to at most one staff member, who cannot be
 * its owner.
 */
import type { EntityManager } from "typeorm";
import { DomainError, throwIfAny } from "../../../core/errors";
import type { Principal } from "../../../core/principal";
import { IdempotentCall } from "../../../platform/db/idempotency";
import type { AuditAction } from "../../audit/audit.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import { getRequest } from "../../visaRequest/visaRequest.reads";
import { insertNote, removeStaffNotesByRequest } from "./case.repository";
import { cannotStartReviewReason, cannotTakeReason } from "./case.rules";
import { checkNote, maxStaffNoteLength, normaliseNote } from "../../../core/note.rules";
import type { CaseDeps } from "./case.service";
import { makeNote, type CaseView } from "./case.view";
import { getOwnCase, assertNotOwnApplication, assertNotWithColleague } from "./caseAccess.logic";

interface NewNote {
  visaRequestId: string;
  text: string;
  idempotencyKey?: string | null;
}

export class CaseAssignmentService {
  /** Removes staff notes together with the personal data of an application. */
  readonly removeNotes = removeStaffNotesByRequest;

  constructor(private readonly deps: CaseDeps) {}

  /** Takes a case; changes nothing if the caller already has it. Errors: NOT_FOUND, INVALID_STATE. */
  async take(caller: Principal, visaRequestId: string): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffTakeCase");
    return this.#work(staffId, visaRequestId, async (transaction, request) => {
      throwIf(cannotTakeReason(request));
      await assertNotWithColleague(transaction, this.deps.staff, request, staffId);
      if (request.assignedStaffId === staffId) return;
      await this.#change(transaction, request, "CASE_TAKEN", staffId, this.#assignTo(staffId));
    });
  }

  /** Releases a case. Errors: NOT_FOUND, INVALID_STATE if the caller does not have it. */
  async release(caller: Principal, visaRequestId: string): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffReleaseCase");
    return this.#work(staffId, visaRequestId, async (transaction) => {
      const request = await getOwnCase(transaction, staffId, visaRequestId);
      const nobody = { assignedStaffId: null, assignedAt: null };
      await this.#change(transaction, request, "CASE_RELEASED", staffId, nobody);
    });
  }

  /** Starts the review, and takes the case if it is unassigned. Errors: NOT_FOUND, INVALID_STATE. */
  async startReview(caller: Principal, visaRequestId: string): Promise<CaseView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffStartReview");
    return this.#work(staffId, visaRequestId, async (transaction, request) => {
      throwIf(cannotStartReviewReason(request));
      await assertNotWithColleague(transaction, this.deps.staff, request, staffId);
      const taken = request.assignedStaffId === staffId ? {} : this.#assignTo(staffId);
      await this.#change(transaction, request, "REVIEW_STARTED", staffId, {
        ...taken,
        visaRequestStatus: "PROCESSING",
      });
    });
  }

  /** Errors: NOT_FOUND, REQUIRED, TOO_LONG, INVALID_STATE, IDEMPOTENCY_CONFLICT. */
  async addNote(caller: Principal, { visaRequestId, text, idempotencyKey: key }: NewNote): Promise<CaseView> {
    const { audit, staff } = this.deps;
    const { staffId } = await staff.requireStaff(caller, "staffAddNote");
    const input = [visaRequestId, text];
    const call = new IdempotentCall({ userId: staffId, operation: "staffAddNote", key, input });
    return this.#work(staffId, visaRequestId, async (transaction, request) => {
      if (await call.findResult(transaction)) return;
      throwIfAny(checkNote(text, "text", "Enter a note", maxStaffNoteLength));
      // Notes are removed together with the personal data, so a later note would never be removed.
      if (request.papersRemovedAt)
        throw new DomainError("INVALID_STATE", "The personal data of this application was removed");
      const note = makeNote(this.deps, { visaRequestId, staffId, text: normaliseNote(text)! });
      await insertNote(transaction, note);
      await call.saveResult(transaction, note.staffNoteId, this.deps.clock.now());
      await audit.record(transaction, "NOTE_ADDED", visaRequestId, { by: { staffId }, request });
    });
  }

  /** Runs `work` in a transaction, unless the application is the staff member's own; returns the changed case. */
  async #work(
    staffId: string,
    visaRequestId: string,
    work: (transaction: EntityManager, request: VisaRequestEntity) => Promise<void>,
  ): Promise<CaseView> {
    return this.deps.cases.change(staffId, async (transaction) => {
      const request = await getRequest(transaction, visaRequestId);
      await assertNotOwnApplication(transaction, request, staffId);
      await work(transaction, request);
      return request;
    });
  }

  async #change(
    transaction: EntityManager,
    request: VisaRequestEntity,
    action: AuditAction,
    staffId: string,
    changes: Partial<Pick<VisaRequestEntity, "assignedStaffId" | "assignedAt" | "visaRequestStatus">>,
  ): Promise<void> {
    const { audit, clock, visaRequests } = this.deps;
    await visaRequests.change(transaction, request, changes, { at: clock.now() });
    await audit.record(transaction, action, request.visaRequestId, { by: { staffId }, request });
  }

  #assignTo(staffId: string) {
    return { assignedStaffId: staffId, assignedAt: this.deps.clock.now().toISOString() };
  }
}

function throwIf(reason: string | undefined): void {
  if (reason) throw new DomainError("INVALID_STATE", reason);
}
