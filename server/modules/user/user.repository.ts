import { randomUUID } from "node:crypto";
import { Like, Not, type EntityManager } from "typeorm";
import { notFound } from "../../errors";
import { UserEntity } from "./user.entity";

/** What stands in place of the number of an account that was erased: no number looks like it. */
const erasedPrefix = "erased:";
const notErased = Not(Like(`${erasedPrefix}%`));

/** The account; undefined once it was erased, also for whoever was still logged in. */
export async function findUser(db: EntityManager, userId: string): Promise<UserEntity | undefined> {
  return (await db.findOneBy(UserEntity, { userId, phoneNumber: notErased })) ?? undefined;
}

/** Takes name, number and address out for good; the number is free for a new account. */
export async function anonymiseUser(transaction: EntityManager, userId: string): Promise<void> {
  const phoneNumber = erasedPrefix + userId;
  await transaction.update(UserEntity, { userId }, { phoneNumber, name: "", email: null });
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

/** Errors: NOT_FOUND for an account that was erased meanwhile. */
export async function updateUser(
  transaction: EntityManager,
  userId: string,
  changes: Partial<Pick<UserEntity, "name" | "email" | "phoneNumber">>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const { affected } = await transaction.update(UserEntity, { userId, phoneNumber: notErased }, changes);
  if (affected !== 1) throw notFound();
}
