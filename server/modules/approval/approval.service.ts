/**
 * Actions that require approval: one staff member requests, another approves (docs/decisions/0024-four-eyes.md).
 * Invariants: staff members cannot approve their own requests, even from another account. Therefore an account cannot
 * change its number while one of its requests is open, and losing the staff role closes its requests. An approval is
 * granted once, and at most one is open per subject. The service that requested the approval performs the action in the
 * transaction that grants it.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError, notFound } from "../../core/errors";
import type { Principal, StaffGuard } from "../../core/principal";
import type { AuditService } from "../audit/audit.service";
import type { FileService } from "../file/file.service";
import type { ApprovalEntity, ApprovalKind } from "./approval.entity";
import { findOpenApprovals } from "./approval.reads";
import * as approvals from "./approval.repository";

/** Returns the application that an approval is about, if any. Implemented by `review/approval`. */
type FindApprovalRequest = (
  db: EntityManager,
  approval: ApprovalEntity,
) => Promise<{ visaRequestId: string; userId: string } | undefined>;

interface Deps extends Pick<Platform, "db" | "clock"> {
  audit: AuditService;
  fileService: Pick<FileService, "removeByApplicants">;
  findRequest: FindApprovalRequest;
  staff: StaffGuard;
  /** Refunds above this many whole rupees require approval; undefined if nothing requires approval. */
  aboveInr: number | undefined;
}

interface NewApproval {
  kind: ApprovalKind;
  subjectId: string;
  /** Describes the action to staff. Contains no personal data. */
  text: string;
  /** The action to perform, stored as JSON in `ApprovalEntity.asked`. */
  asked: object;
  staffId: string;
  request?: { visaRequestId: string; userId: string };
}

/** Removes data stored for an approval that ends without agreement. Runs inside the transaction. */
type Undo = (transaction: EntityManager, approval: ApprovalEntity) => Promise<void>;

export class ApprovalService {
  constructor(private readonly deps: Deps) {}

  /** True if a refund of this many whole rupees requires approval. */
  requiresApproval(amount: number): boolean {
    const { aboveInr } = this.deps;
    return aboveInr !== undefined && amount > aboveInr;
  }

  /** True if approval is required for price changes and for visas that do not match the applicant. */
  get isEnabled(): boolean {
    return this.deps.aboveInr !== undefined;
  }

  /** Stores a request. Throws INVALID_STATE if one is already open for its subject, FORBIDDEN for former staff. */
  async ask(transaction: EntityManager, { asked, staffId, request, ...about }: NewApproval): Promise<void> {
    const { audit, clock } = this.deps;
    const askedByMemberId = await this.#getMemberId(transaction, staffId);
    const [open] = await findOpenApprovals(transaction, about.kind, [about.subjectId]);
    if (open) throw new DomainError("INVALID_STATE", `This is already waiting for approval: ${open.text}`);
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

  /** Returns the open approvals, oldest first. Throws the errors of `requireStaff`. */
  async listOpen(caller: Principal): Promise<ApprovalEntity[]> {
    await this.deps.staff.requireStaff(caller, "staffApprovals");
    return this.findOpen();
  }

  /** Returns the open approvals, or those of these subjects. The caller has checked permissions. */
  async findOpen(kind?: ApprovalKind, subjectIds?: readonly string[]): Promise<ApprovalEntity[]> {
    return findOpenApprovals(this.deps.db.read, kind, subjectIds);
  }

  /**
   * Returns the approval for a staff member who is about to agree. Throws NOT_FOUND, INVALID_STATE if it is
   * closed or their own, FORBIDDEN if they have lost the staff role.
   */
  async getForAgreement(db: EntityManager, staffId: string, approvalId: string): Promise<ApprovalEntity> {
    const approval = await approvals.findApproval(db, approvalId);
    if (!approval) throw notFound();
    if (approval.closedAt !== null) throw await this.#closedAlready(db, approval);
    if (isAskedBy(approval, staffId, await this.#getMemberId(db, staffId)))
      throw new DomainError("INVALID_STATE", "You cannot approve your own request");
    return approval;
  }

  /** Approves inside the transaction that performs the action. Throws the errors of `getForAgreement`. */
  async agree(
    transaction: EntityManager,
    { approvalId }: ApprovalEntity,
    { staffId, request }: Pick<NewApproval, "staffId" | "request">,
  ): Promise<void> {
    const { audit, clock } = this.deps;
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
   * Withdraws the caller's own request, or declines another member's, and runs `undo`. Throws NOT_FOUND, INVALID_STATE.
   */
  async end(caller: Principal, approvalId: string, undo: Undo): Promise<void> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffEndApproval");
    const outcomeOf = (approval: ApprovalEntity, memberId: string) =>
      isAskedBy(approval, staffId, memberId) ? "WITHDRAWN" : "DECLINED";
    await this.#close(approvalId, staffId, outcomeOf, undo);
  }

  /** Closes a request whose action is no longer possible as shown. */
  async void({ approvalId }: ApprovalEntity, staffId: string, undo: Undo): Promise<void> {
    await this.#close(approvalId, staffId, () => "VOID", undo);
  }

  /** Throws INVALID_STATE if an approval that the account requested is open. */
  async assertNoneAskedBy(db: EntityManager, userId: string): Promise<void> {
    const [open] = await approvals.findOpenAskedBy(db, userId);
    if (open)
      throw new DomainError(
        "INVALID_STATE",
        `You requested this and it is waiting for approval: ${open.text}. Take it back or ask a colleague to decide, then try again`,
      );
  }

  /**
   * Closes the account's open approval requests. Deletes the file rows of visas that wait for approval; the sweep
   * removes their bytes.
   */
  async closeAskedBy(transaction: EntityManager, userId: string): Promise<void> {
    await this.#closeBySystem(transaction, await approvals.findOpenAskedBy(transaction, userId));
  }

  /** Closes the open refund request for an application whose payment is refunded in another way. */
  async closeRefund(transaction: EntityManager, visaRequestId: string): Promise<void> {
    await this.#closeBySystem(transaction, await findOpenApprovals(transaction, "REFUND", [visaRequestId]));
  }

  async #closeBySystem(transaction: EntityManager, open: readonly ApprovalEntity[]): Promise<void> {
    const { audit, clock, fileService, findRequest } = this.deps;
    const closedAt = clock.now().toISOString();
    const end = { closedAt, closedByStaffId: null, closedByMemberId: null, outcome: "VOID" as const };
    for (const approval of open) {
      const { approvalId, kind, subjectId } = approval;
      await approvals.closeApproval(transaction, approvalId, end);
      if (kind === "VISA_MISMATCH") await fileService.removeByApplicants(transaction, [subjectId], "VISA");
      const request = await findRequest(transaction, approval);
      await audit.record(transaction, "APPROVAL_ENDED", approvalId, { by: "SYSTEM", request });
    }
  }

  async #close(
    approvalId: string,
    staffId: string,
    outcomeOf: (approval: ApprovalEntity, memberId: string) => "DECLINED" | "WITHDRAWN" | "VOID",
    undo: Undo,
  ): Promise<void> {
    const { audit, clock, db, findRequest } = this.deps;
    await db.write(async (transaction) => {
      const approval = await approvals.findApproval(transaction, approvalId);
      if (!approval) throw notFound();
      const closedAt = clock.now().toISOString();
      const closedByMemberId = await this.#getMemberId(transaction, staffId);
      const outcome = outcomeOf(approval, closedByMemberId);
      const changes = { closedAt, closedByStaffId: staffId, closedByMemberId, outcome };
      if (!(await approvals.closeApproval(transaction, approvalId, changes)))
        throw await this.#closedAlready(transaction, approval);
      await undo(transaction, approval);
      const request = await findRequest(transaction, approval);
      await audit.record(transaction, "APPROVAL_ENDED", approvalId, { by: { staffId }, request });
    });
  }

  /** Returns the staff member id as the transaction sees it. Throws FORBIDDEN if the account is not staff. */
  async #getMemberId(db: EntityManager, staffId: string): Promise<string> {
    const memberId = await this.deps.staff.findMemberId(staffId, db);
    if (memberId === undefined) throw new DomainError("FORBIDDEN", "This is for our staff only");
    return memberId;
  }

  /** Returns the error for a decision about a closed request. */
  async #closedAlready(
    db: EntityManager,
    { askedByStaffId, closedByStaffId }: ApprovalEntity,
  ): Promise<DomainError> {
    if (closedByStaffId !== null) return new DomainError("INVALID_STATE", "This has already been decided");
    // The server has closed it, because its requester lost the role or the application was refunded in another way.
    const isByStaff = (await this.deps.staff.findMemberId(askedByStaffId, db)) !== undefined;
    const reason = isByStaff
      ? "The application was refunded in the meantime"
      : "The requester is no longer staff";
    return new DomainError("INVALID_STATE", `${reason}, so this request was closed`);
  }
}

/**
 * True if the staff member requested the approval. Also compares the staff member id, because a staff number can move
 * to another account.
 */
export function isAskedBy(
  { askedByStaffId, askedByMemberId }: ApprovalEntity,
  userId: string,
  memberId: string | undefined,
): boolean {
  return askedByStaffId === userId || (memberId !== undefined && askedByMemberId === memberId);
}
