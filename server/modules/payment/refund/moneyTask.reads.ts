/** Money tasks and the disputes about them, for the staff who decide. */
import { In, IsNull, type EntityManager } from "typeorm";
import { DisputeEntity } from "./dispute.entity";
import { MoneyTaskEntity } from "./moneyTask.entity";

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

/** Returns the disputes of payments, oldest first. */
export async function findDisputesByPayments(
  db: EntityManager,
  razorpayPaymentIds: readonly string[],
): Promise<DisputeEntity[]> {
  return db.find(DisputeEntity, {
    where: { razorpayPaymentId: In([...razorpayPaymentIds]) },
    order: { createdAt: "ASC", razorpayDisputeId: "ASC" },
  });
}
