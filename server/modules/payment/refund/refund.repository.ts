import { randomUUID } from "node:crypto";
import { type EntityManager, In, IsNull } from "typeorm";
import { findBy, findRowsBy, updateWhere } from "../../../platform/db/entityQueries";
import type { DueRowsQuery } from "../../../platform/db/processDueRows";
import { RefundEntity, DisputeEntity, MoneyTaskEntity } from "./refund.entity";
import type { GatewayDispute } from "../../../core/gatewayPort";
import { inDispute } from "./returnedMoney.rules";

/** Returns the refunds of payments, including failed ones, oldest first. */
export const findRefundsByPayment = findRowsBy(RefundEntity, "razorpayPaymentId", { orderBy: `"createdAt"` });

export async function getRefund(db: EntityManager, refundId: string): Promise<RefundEntity> {
  return db.findOneByOrFail(RefundEntity, { refundId });
}

/** Refunds that have to be requested, or that the gateway has accepted but not completed. */
export const dueRefunds: DueRowsQuery = {
  table: "refund",
  key: "refundId",
  where: "state IN ('DUE', 'REQUESTED')",
  values: [],
};

/** Due refunds that do not wait for a decision on a dispute. The first condition lets the query use an index. */
export const refundsToRequest: DueRowsQuery = {
  ...dueRefunds,
  where: `${dueRefunds.where} AND state = 'DUE' AND "lastError" IS DISTINCT FROM '${inDispute}'`,
};

export const changeRefunds = updateWhere(RefundEntity);

/** Inserts a refund, DUE unless `given` has another state; returns its row. */
export async function insertRefund(
  transaction: EntityManager,
  given: Pick<RefundEntity, "razorpayPaymentId" | "amount" | "reason" | "origin" | "nextTryAt"> &
    Partial<RefundEntity>,
  now: Date,
): Promise<RefundEntity> {
  const refund = {
    refundId: randomUUID(),
    reasonCode: null,
    idempotencyKey: randomUUID(),
    state: "DUE" as const,
    razorpayRefundId: null,
    attempts: 0,
    lastError: null,
    createdAt: now.toISOString(),
    doneAt: null,
    ...given,
  };
  await transaction.insert(RefundEntity, refund);
  return refund;
}

/** Updates the refund; returns false if its state has changed since it was read. */
export const changeRefund = (
  transaction: EntityManager,
  { refundId, state }: RefundEntity,
  changes: Partial<RefundEntity>,
) => changeRefunds(transaction, { refundId, state }, changes);

export const findDispute = findBy(DisputeEntity, "razorpayDisputeId");

export async function isInDispute(db: EntityManager, razorpayPaymentId: string): Promise<boolean> {
  return db.existsBy(DisputeEntity, { razorpayPaymentId, status: In(["open", "under_review"]) });
}

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

const changeTask = updateWhere(MoneyTaskEntity);

/** Opens a task for staff, or updates the time of one that is already open. */
export async function openTask(
  transaction: EntityManager,
  about: Pick<MoneyTaskEntity, "visaRequestId" | "razorpayPaymentId" | "kind">,
  at: string,
): Promise<void> {
  const { razorpayPaymentId, kind } = about;
  const isOpen = { razorpayPaymentId, kind, closedAt: IsNull() };
  if (await changeTask(transaction, isOpen, { changedAt: at })) return;
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

/** Closes a task, with a decision unless it no longer needs one; returns false if no such task is open. */
export const closeTask = (
  transaction: EntityManager,
  which: Pick<MoneyTaskEntity, "moneyTaskId"> | Pick<MoneyTaskEntity, "razorpayPaymentId" | "kind">,
  changes: Partial<Pick<MoneyTaskEntity, "closedByStaffId" | "decision">> & { closedAt: string },
) => changeTask(transaction, { ...which, closedAt: IsNull() }, changes);
