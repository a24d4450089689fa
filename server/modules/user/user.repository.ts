import { randomUUID } from "node:crypto";
import { In, Like, Not, type EntityManager } from "typeorm";
import { findRow, type RowSource } from "../../db/rowSource";
import { notFound } from "../../errors";
import { UserEntity } from "./user.entity";

/** What stands in place of the number of an account that was erased: no number looks like it. */
const erasedPrefix = "erased:";
/** And of one that was set aside. */
const setAsidePrefix = "aside:";
const notErased = Not(Like(`${erasedPrefix}%`));

/** The account; undefined once it was erased, also for whoever was still logged in. */
export async function findUser(source: RowSource, userId: string): Promise<UserEntity | undefined> {
  const sql = `SELECT * FROM user_account WHERE "userId" = ? AND "phoneNumber" NOT LIKE '${erasedPrefix}%'`;
  return findRow(source, sql, [userId]);
}

/** Takes name, number and address out for good; the number is free for a new account. */
export async function anonymiseUser(transaction: EntityManager, userId: string): Promise<void> {
  const phoneNumber = erasedPrefix + userId;
  await transaction.update(
    UserEntity,
    { userId },
    { phoneNumber, formerNumber: null, name: "", email: null },
  );
}

export async function findUserByPhone(
  db: EntityManager,
  phoneNumber: string,
): Promise<UserEntity | undefined> {
  return (await db.findOneBy(UserEntity, { phoneNumber })) ?? undefined;
}

/** What an account has that is in use. */
const inUse = (at: string) => ({ lastSeenAt: at, formerNumber: null, identityTries: 0 });

export async function noteSeen(transaction: EntityManager, userIds: string[], at: Date): Promise<void> {
  await transaction.update(UserEntity, { userId: In(userIds) }, { lastSeenAt: at.toISOString() });
}

/** Takes the number from an account and keeps all else of it: the number is free for a new account. */
export async function setAside(
  transaction: EntityManager,
  { userId, phoneNumber }: UserEntity,
): Promise<void> {
  const changes = { phoneNumber: setAsidePrefix + userId, formerNumber: phoneNumber, identityTries: 0 };
  await transaction.update(UserEntity, { userId }, changes);
}

/** The accounts that had that number and were set aside, the one that was seen last first. */
export async function findSetAside(db: EntityManager, phoneNumber: string): Promise<UserEntity[]> {
  return db.find(UserEntity, { where: { formerNumber: phoneNumber }, order: { lastSeenAt: "DESC" } });
}

export async function countIdentityTry(transaction: EntityManager, userId: string): Promise<void> {
  await transaction.increment(UserEntity, { userId }, "identityTries", 1);
}

/** Gives an account its number back, which must be free. */
export async function takeUpAgain(
  transaction: EntityManager,
  { userId, formerNumber }: UserEntity,
  now: Date,
): Promise<void> {
  const changes = { phoneNumber: formerNumber!, ...inUse(now.toISOString()) };
  await transaction.update(UserEntity, { userId }, changes);
}

/** The account of a number; made where it is new. */
export async function findOrInsertUser(
  transaction: EntityManager,
  phoneNumber: string,
  now: Date,
): Promise<UserEntity> {
  const known = await findUserByPhone(transaction, phoneNumber);
  if (known) return known;
  const at = now.toISOString();
  const user = { userId: randomUUID(), phoneNumber, name: "", email: null, createdAt: at, ...inUse(at) };
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
