import { In, type EntityManager } from "typeorm";
import { DisputeEntity } from "./dispute.entity";

export async function findDispute(
  db: EntityManager,
  razorpayDisputeId: string,
): Promise<DisputeEntity | undefined> {
  return (await db.findOneBy(DisputeEntity, { razorpayDisputeId })) ?? undefined;
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

/** Whether a dispute about the payment is undecided. */
export async function isInDispute(db: EntityManager, razorpayPaymentId: string): Promise<boolean> {
  return db.existsBy(DisputeEntity, { razorpayPaymentId, status: In(["open", "under_review"]) });
}

export async function saveDispute(transaction: EntityManager, dispute: DisputeEntity): Promise<void> {
  await transaction.upsert(DisputeEntity, dispute, ["razorpayDisputeId"]);
}
