/**
 * Open approvals of users who leave. Invariants: an account keeps its number while an approval that it
 * requested is open, so that the requester cannot return as another person. Losing the staff role closes the
 * approvals.
 */
import type { EntityManager } from "typeorm";
import { DomainError } from "../../core/errors";
import type { Clock } from "../../core/ports";
import type { AuditService } from "../audit/audit.service";
import type { ApprovalEntity } from "./approval.entity";
import * as approvals from "./approval.repository";

/** Returns the application that an approval is about, if any. Implemented by `review/approval`. */
export type FindApprovalRequest = (
  db: EntityManager,
  approval: ApprovalEntity,
) => Promise<{ visaRequestId: string; userId: string } | undefined>;

interface Deps {
  audit: AuditService;
  clock: Clock;
  findRequest: FindApprovalRequest;
}

export class OpenApprovals {
  constructor(private readonly deps: Deps) {}

  /** Throws INVALID_STATE if an approval that the account requested is open. */
  async assertNoneAskedBy(db: EntityManager, userId: string): Promise<void> {
    const [open] = await approvals.findOpenAskedBy(db, userId);
    if (open)
      throw new DomainError(
        "INVALID_STATE",
        `You asked for this and it is waiting for approval: ${open.text}. Take it back or ask a colleague to decide, then try again`,
      );
  }

  /** Closes the approvals that the account requested as a staff member. */
  async closeAskedBy(transaction: EntityManager, userId: string): Promise<void> {
    const { audit, clock, findRequest } = this.deps;
    const closedAt = clock.now().toISOString();
    for (const approval of await approvals.findOpenAskedBy(transaction, userId)) {
      const { approvalId } = approval;
      const end = { closedAt, closedByStaffId: null, closedByMemberId: null, outcome: "VOID" as const };
      await approvals.closeApproval(transaction, approvalId, end);
      const request = await findRequest(transaction, approval);
      await audit.record(transaction, "APPROVAL_ENDED", approvalId, { by: "SYSTEM", request });
    }
  }
}
