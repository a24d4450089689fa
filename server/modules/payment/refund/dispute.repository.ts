import { In, type EntityManager } from "typeorm";
import type { GatewayDispute } from "../../../core/ports";
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

/** Stores the gateway's state of a dispute. */
export async function saveDispute(
  transaction: EntityManager,
  { id, paymentId, amount, amountDeducted, status }: GatewayDispute,
  at: string,
): Promise<void> {
  const ids = { razorpayDisputeId: id, razorpayPaymentId: paymentId };
  const createdAt = (await findDispute(transaction, id))?.createdAt ?? at;
  const row = { ...ids, amount, amountDeducted, status, createdAt, changedAt: at };
  await transaction.upsert(DisputeEntity, row, ["razorpayDisputeId"]);
}
