import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import { UserEntity } from "./user.entity";

export async function findUser(db: EntityManager, userId: string): Promise<UserEntity | undefined> {
  return (await db.findOneBy(UserEntity, { userId })) ?? undefined;
}

export async function findUserByPhone(
  db: EntityManager,
  phoneNumber: string,
): Promise<UserEntity | undefined> {
  return (await db.findOneBy(UserEntity, { phoneNumber })) ?? undefined;
}

/** The account of a number; made where it is new. */
export async function findOrInsertUser(
  transaction: EntityManager,
  phoneNumber: string,
  now: Date,
): Promise<UserEntity> {
  const known = await findUserByPhone(transaction, phoneNumber);
  if (known) return known;
  const user = { userId: randomUUID(), phoneNumber, name: "", email: null, createdAt: now.toISOString() };
  await transaction.insert(UserEntity, user);
  return user;
}

export async function updateUser(
  transaction: EntityManager,
  userId: string,
  changes: Partial<Pick<UserEntity, "name" | "email" | "phoneNumber">>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await transaction.update(UserEntity, { userId }, changes);
}
