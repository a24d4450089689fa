import type { EntityManager } from "typeorm";
import { findRow, type RowSource } from "../../platform/db/rowSource";
import { SessionEntity } from "../auth/auth.entity";
import { SecondFactorEntity } from "./secondFactor.entity";

export async function findSecondFactor(
  db: EntityManager,
  staffMemberId: string,
): Promise<SecondFactorEntity | undefined> {
  return (await db.findOneBy(SecondFactorEntity, { staffMemberId })) ?? undefined;
}

export async function saveSecondFactor(
  transaction: EntityManager,
  factor: SecondFactorEntity,
): Promise<void> {
  await transaction.upsert(SecondFactorEntity, factor, ["staffMemberId"]);
}

/** Returns false if there was none. */
export async function removeSecondFactor(
  transaction: EntityManager,
  staffMemberId: string,
): Promise<boolean> {
  const removed = await transaction.delete(SecondFactorEntity, { staffMemberId });
  return removed.affected === 1;
}

/** Whether this login has passed the second factor. */
export async function hasGivenSecondFactor(source: RowSource, sessionId: string): Promise<boolean> {
  const sql = `SELECT "secondFactorAt" FROM session WHERE "sessionId" = ?`;
  const session = await findRow<Pick<SessionEntity, "secondFactorAt">>(source, sql, [sessionId]);
  return Boolean(session?.secondFactorAt);
}

export async function recordSecondFactor(
  transaction: EntityManager,
  sessionId: string,
  at: Date,
): Promise<void> {
  await transaction.update(SessionEntity, { sessionId }, { secondFactorAt: at.toISOString() });
}
