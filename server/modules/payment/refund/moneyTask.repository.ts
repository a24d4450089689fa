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

/** Closes the open task of a payment and kind that needs no decision any more. */
export async function closeTaskByPayment(
  transaction: EntityManager,
  about: Pick<MoneyTaskEntity, "razorpayPaymentId" | "kind">,
  at: string,
): Promise<void> {
  await transaction.update(MoneyTaskEntity, { ...about, closedAt: IsNull() }, { closedAt: at });
}
/** Closes a task with its decision; false if it is already closed. */
export async function closeTask(
  transaction: EntityManager,
  moneyTaskId: string,
  changes: Pick<MoneyTaskEntity, "closedAt" | "closedByStaffId" | "decision">,
): Promise<boolean> {
  const { affected } = await transaction.update(
    MoneyTaskEntity,
    { moneyTaskId, closedAt: IsNull() },
    changes,
  );
  return affected === 1;
}

export async function findTask(db: EntityManager, moneyTaskId: string): Promise<MoneyTaskEntity | undefined> {
  return (await db.findOneBy(MoneyTaskEntity, { moneyTaskId })) ?? undefined;
}

/** Returns the open tasks of a request, oldest first. */
export async function findOpenTasks(db: EntityManager, visaRequestId: string): Promise<MoneyTaskEntity[]> {
  return db.find(MoneyTaskEntity, {
    where: { visaRequestId, closedAt: IsNull() },
    order: { openedAt: "ASC", moneyTaskId: "ASC" },
  });
}
