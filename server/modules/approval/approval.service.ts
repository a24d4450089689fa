/**
 * What two of our staff have to want: one asks, another agrees (docs/decisions/0024-four-eyes.md). Guards: nobody
 * agrees to what they asked for, with another account of their staff number either; it is agreed to once, and of a
 * subject one is open at most. Calls: nothing outside; what is agreed to is done by the service that asked for it, in
 * the same transaction.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Database } from "../../db/database";
import { DomainError, notFound } from "../../errors";
import type { Clock } from "../../ports";
import type { StaffGuard, Viewer } from "../../viewer";
import type { AuditService } from "../audit/audit.service";
import type { ApprovalEntity, ApprovalKind } from "./approval.entity";
import * as approvals from "./approval.repository";
import { isAskedBy } from "./approval.rules";

interface Deps {
  db: Database;
  clock: Clock;
  audit: AuditService;
  staff: StaffGuard;
  /** In whole rupees; undefined where one of our staff is enough. */
  aboveInr: number | undefined;
}

export interface NewApproval {
  kind: ApprovalKind;
  subjectId: string;
  /** What would happen, in words for staff; no personal data. */
  text: string;
  /** What is to be done; comes back from `agree`. */
  asked: object;
  staffId: string;
  /** The application that it is about. */
  request?: { visaRequestId: string; userId: string };
}

/** Removes what was stored for an approval that ends without agreement, inside the transaction. */
type Undo = (transaction: EntityManager, approval: ApprovalEntity) => Promise<void>;

export class ApprovalService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether a refund of so many whole rupees wants two of our staff. */
  isWantedForRefund(amount: number): boolean {
    const { aboveInr } = this.#deps;
    return aboveInr !== undefined && amount > aboveInr;
  }

  /** Whether two of our staff have to agree to what has no sum: any change of a price, and a visa that does not match. */
  get isWanted(): boolean {
    return this.#deps.aboveInr !== undefined;
  }

  /**
   * Keeps what was asked for, inside the transaction. Errors: INVALID_STATE where one is open for the subject; FORBIDDEN
   * if the role was lost meanwhile.
   */
  async ask(transaction: EntityManager, { asked, staffId, request, ...about }: NewApproval): Promise<void> {
    const { audit, clock } = this.#deps;
    const askedByMemberId = await this.#getMemberId(transaction, staffId);
    const [open] = await approvals.findOpenApprovals(transaction, about.kind, [about.subjectId]);
    if (open) throw new DomainError("INVALID_STATE", `This waits for a second person already: ${open.text}`);
    const approvalId = randomUUID();
    const askedAt = clock.now().toISOString();
    await approvals.insertApproval(transaction, {
      ...about,
      approvalId,
      asked: JSON.stringify(asked),
      askedByStaffId: staffId,
      askedByMemberId,
      askedAt,
    });
    await audit.record(transaction, "APPROVAL_ASKED", approvalId, { by: { staffId }, request });
  }

  /** Those that are open, oldest first. Errors: those of `requireStaff`. */
  async listOpen(viewer: Viewer): Promise<ApprovalEntity[]> {
    await this.#deps.staff.requireStaff(viewer);
    return approvals.findOpenApprovals(this.#deps.db.read);
  }

  /** The open ones of these subjects; the caller has checked the permission. */
  async findOpenOf(kind: ApprovalKind, subjectIds: readonly string[]): Promise<ApprovalEntity[]> {
    return approvals.findOpenApprovals(this.#deps.db.read, kind, subjectIds);
  }

  /**
   * What that member of staff would agree to. Errors: NOT_FOUND; INVALID_STATE where it is closed, or their own;
   * FORBIDDEN if the role was lost meanwhile.
   */
  async getForAgreement(db: EntityManager, staffId: string, approvalId: string): Promise<ApprovalEntity> {
    const approval = await approvals.findApproval(db, approvalId);
    if (!approval) throw notFound();
    if (approval.closedAt !== null) throw closedAlready();
    if (isAskedBy(approval, staffId, await this.#getMemberId(db, staffId)))
      throw new DomainError("INVALID_STATE", "You asked for this yourself; somebody else has to agree");
    return approval;
  }

  /** Agrees, inside the transaction that does what was asked for. Errors: those of `getForAgreement`. */
  async agree(
    transaction: EntityManager,
    { approvalId }: ApprovalEntity,
    { staffId, request }: Pick<NewApproval, "staffId" | "request">,
  ): Promise<void> {
    const { audit, clock } = this.#deps;
    await this.getForAgreement(transaction, staffId, approvalId);
    const closedAt = clock.now().toISOString();
    await approvals.closeApproval(transaction, approvalId, {
      closedAt,
      closedByStaffId: staffId,
      closedByMemberId: await this.#getMemberId(transaction, staffId),
      outcome: "AGREED",
    });
    await audit.record(transaction, "APPROVAL_AGREED", approvalId, { by: { staffId }, request });
  }

  /**
   * Takes one's own back, or declines another's; `undo` removes what was stored for it. Errors: NOT_FOUND, INVALID_STATE
   * where it is closed.
   */
  async end(viewer: Viewer, approvalId: string, undo: Undo): Promise<void> {
    const { staffId } = await this.#deps.staff.requireStaff(viewer);
    const outcomeOf = (approval: ApprovalEntity, memberId: string) =>
      isAskedBy(approval, staffId, memberId) ? "WITHDRAWN" : "DECLINED";
    await this.#close(approvalId, staffId, outcomeOf, undo);
  }

  /** Closes what cannot be done any more as it was shown to who asked. */
  async void({ approvalId }: ApprovalEntity, staffId: string, undo: Undo): Promise<void> {
    await this.#close(approvalId, staffId, () => "VOID", undo);
  }

  async #close(
    approvalId: string,
    staffId: string,
    outcomeOf: (approval: ApprovalEntity, memberId: string) => "DECLINED" | "WITHDRAWN" | "VOID",
    undo: Undo,
  ): Promise<void> {
    const { audit, clock, db } = this.#deps;
    await db.write(async (transaction) => {
      const approval = await approvals.findApproval(transaction, approvalId);
      if (!approval) throw notFound();
      const closedAt = clock.now().toISOString();
      const closedByMemberId = await this.#getMemberId(transaction, staffId);
      const outcome = outcomeOf(approval, closedByMemberId);
      const changes = { closedAt, closedByStaffId: staffId, closedByMemberId, outcome };
      if (!(await approvals.closeApproval(transaction, approvalId, changes))) throw closedAlready();
      await undo(transaction, approval);
      await audit.record(transaction, "APPROVAL_ENDED", approvalId, { by: { staffId } });
    });
  }

  /** The staff number of the caller, inside the transaction that relies on it. Errors: FORBIDDEN. */
  async #getMemberId(db: EntityManager, staffId: string): Promise<string> {
    const memberId = await this.#deps.staff.findMemberId(staffId, db);
    if (memberId === undefined) throw new DomainError("FORBIDDEN", "This is for our staff only");
    return memberId;
  }
}

function closedAlready(): DomainError {
  return new DomainError("INVALID_STATE", "This has been decided already");
}
