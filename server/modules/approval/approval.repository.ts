import { IsNull, type EntityManager } from "typeorm";
import { findBy, updateWhere } from "../../platform/db/entityQueries";
import { ApprovalEntity, type ApprovalOutcome } from "./approval.entity";

type ApprovalEnd = Pick<ApprovalEntity, "closedAt" | "closedByStaffId" | "closedByMemberId" | "outcome">;

export async function insertApproval(
  transaction: EntityManager,
  approval: Omit<ApprovalEntity, keyof ApprovalEnd>,
): Promise<void> {
  await transaction.insert(ApprovalEntity, {
    ...approval,
    closedAt: null,
    closedByStaffId: null,
    closedByMemberId: null,
    outcome: null,
  });
}

const changeApprovals = updateWhere(ApprovalEntity);

/** Closes the approval. Returns false if it was already closed. */
export const closeApproval = (
  transaction: EntityManager,
  approvalId: string,
  changes: ApprovalEnd & { closedAt: string; outcome: ApprovalOutcome },
) => changeApprovals(transaction, { approvalId, closedAt: IsNull() }, changes);

export const findApproval = findBy(ApprovalEntity, "approvalId");

export async function findOpenAskedBy(db: EntityManager, askedByStaffId: string): Promise<ApprovalEntity[]> {
  return db.findBy(ApprovalEntity, { askedByStaffId, closedAt: IsNull() });
}
