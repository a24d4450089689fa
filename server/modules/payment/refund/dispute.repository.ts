import { In, type EntityManager } from "typeorm";
import { DisputeEntity } from "./dispute.entity";

export async function findDispute(
  db: EntityManager,
  razorpayDisputeId: string,
): Promise<DisputeEntity | undefined> {
  return (await db.findOneBy(DisputeEntity, { razorpayDisputeId })) ?? undefined;
}

/** Whether a dispute about the payment is undecided. */
export async function isInDispute(db: EntityManager, razorpayPaymentId: string): Promise<boolean> {
  return db.existsBy(DisputeEntity, { razorpayPaymentId, status: In(["open", "under_review"]) });
}

export async function saveDispute(transaction: EntityManager, dispute: DisputeEntity): Promise<void> {
  await transaction.upsert(DisputeEntity, dispute, ["razorpayDisputeId"]);
}
