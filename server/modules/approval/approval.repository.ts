import { In, IsNull, type EntityManager } from "typeorm";
import { ApprovalEntity, type ApprovalKind, type ApprovalOutcome } from "./approval.entity";

export async function insertApproval(
  transaction: EntityManager,
  approval: Omit<ApprovalEntity, "closedAt" | "closedByStaffId" | "outcome">,
): Promise<void> {
  await transaction.insert(ApprovalEntity, {
    ...approval,
    closedAt: null,
    closedByStaffId: null,
    outcome: null,
  });
}

/** Closes it; false where it is closed already. */
export async function closeApproval(
  transaction: EntityManager,
  approvalId: string,
  changes: { closedAt: string; closedByStaffId: string; outcome: ApprovalOutcome },
): Promise<boolean> {
  const { affected } = await transaction.update(ApprovalEntity, { approvalId, closedAt: IsNull() }, changes);
  return affected === 1;
}

export async function findApproval(
  db: EntityManager,
  approvalId: string,
): Promise<ApprovalEntity | undefined> {
  return (await db.findOneBy(ApprovalEntity, { approvalId })) ?? undefined;
}

/** Those that are open, oldest first; of these subjects where they are given. */
export async function findOpenApprovals(
  db: EntityManager,
  kind?: ApprovalKind,
  subjectIds?: readonly string[],
): Promise<ApprovalEntity[]> {
  return db.find(ApprovalEntity, {
    where: { closedAt: IsNull(), kind, ...(subjectIds && { subjectId: In(subjectIds) }) },
    order: { askedAt: "ASC", approvalId: "ASC" },
    take: 200,
  });
}
