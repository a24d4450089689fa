/** Reads open approvals, for modules whose actions are not possible while an approval is open. */
import { In, IsNull, type EntityManager } from "typeorm";
import { ApprovalEntity, type ApprovalKind } from "./approval.entity";

/** Returns up to 200 open approvals, oldest first, optionally filtered by kind and subjects. */
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
