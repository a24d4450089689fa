import { randomUUID } from "node:crypto";
import { IsNull, type EntityManager } from "typeorm";
import { MoneyTaskEntity } from "./moneyTask.entity";

/** Opens a task for staff, or updates the time of one that is already open. */
export async function openTask(
  transaction: EntityManager,
  about: Pick<MoneyTaskEntity, "visaRequestId" | "razorpayPaymentId" | "kind">,
  at: string,
): Promise<void> {
  const { razorpayPaymentId, kind } = about;
  const { affected } = await transaction.update(
    MoneyTaskEntity,
    { razorpayPaymentId, kind, closedAt: IsNull() },
    { changedAt: at },
  );
  if (affected) return;
  await transaction.insert(MoneyTaskEntity, {
    ...about,
    moneyTaskId: randomUUID(),
    openedAt: at,
    changedAt: at,
    closedAt: null,
    closedByStaffId: null,
    decision: null,
  });
}

/** Closes a task, with a decision unless it needs none any more; false if none is open. */
export async function closeTask(
  transaction: EntityManager,
  which: Pick<MoneyTaskEntity, "moneyTaskId"> | Pick<MoneyTaskEntity, "razorpayPaymentId" | "kind">,
  changes: Partial<Pick<MoneyTaskEntity, "closedByStaffId" | "decision">> & { closedAt: string },
): Promise<boolean> {
  const { affected } = await transaction.update(MoneyTaskEntity, { ...which, closedAt: IsNull() }, changes);
  return affected === 1;
}
