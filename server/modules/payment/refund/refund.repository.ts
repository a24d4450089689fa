import type { EntityManager } from "typeorm";
import { findRowsOf, type RowSource } from "../../../db/rowSource";
import type { DueRows } from "../../../db/workOffDue";
import { RefundEntity } from "./refund.entity";

/** The refunds of payments, those in vain too, oldest first. */
export async function findRefundsOf(
  source: RowSource,
  razorpayPaymentIds: readonly string[],
): Promise<RefundEntity[]> {
  return findRowsOf(
    source,
    razorpayPaymentIds,
    (marks) => `SELECT * FROM refund WHERE "razorpayPaymentId" IN (${marks}) ORDER BY "createdAt"`,
  );
}

export async function getRefund(db: EntityManager, refundId: string): Promise<RefundEntity> {
  return db.findOneByOrFail(RefundEntity, { refundId });
}

/** What is to be asked for or asked about. */
export const dueRefunds: DueRows = {
  table: "refund",
  key: "refundId",
  where: "state IN ('DUE', 'REQUESTED')",
  values: [],
};

/** What of the payment waits to be asked for is asked for now. */
export async function endWait(
  transaction: EntityManager,
  razorpayPaymentId: string,
  at: string,
): Promise<void> {
  await transaction.update(RefundEntity, { razorpayPaymentId, state: "DUE" }, { nextTryAt: at });
}

export async function insertRefund(transaction: EntityManager, refund: RefundEntity): Promise<void> {
  await transaction.insert(RefundEntity, refund);
}

/** Changes the refund where it still is in the state that was read; false where it has moved on. */
export async function changeRefund(
  transaction: EntityManager,
  { refundId, state }: RefundEntity,
  changes: Partial<Omit<RefundEntity, "refundId">>,
): Promise<boolean> {
  const { affected } = await transaction.update(RefundEntity, { refundId, state }, changes);
  return affected === 1;
}
