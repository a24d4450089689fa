import type { EntityManager } from "typeorm";
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
