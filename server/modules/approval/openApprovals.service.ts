/**
 * Open approvals of users who leave. Invariants: an account keeps its number while an approval that it
 * requested is open, so that the requester cannot return as another person. Losing the staff role closes the
 * approvals.
 */
import type { EntityManager } from "typeorm";
import { DomainError } from "../../core/errors";
import type { Clock } from "../../core/ports";
import type { AuditService } from "../audit/audit.service";
import * as approvals from "./approval.repository";

interface Deps {
  audit: AuditService;
  clock: Clock;
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
    const { audit, clock } = this.deps;
    const closedAt = clock.now().toISOString();
    for (const { approvalId } of await approvals.findOpenAskedBy(transaction, userId)) {
      const end = { closedAt, closedByStaffId: null, closedByMemberId: null, outcome: "VOID" as const };
      await approvals.closeApproval(transaction, approvalId, end);
      await audit.record(transaction, "APPROVAL_ENDED", approvalId, { by: "SYSTEM" });
    }
  }
}
