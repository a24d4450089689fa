import { randomUUID } from "node:crypto";
import { In, Like, Not, type EntityManager } from "typeorm";
import { findRow, type RowSource } from "../../platform/db/rowSource";
import { notFound } from "../../core/errors";
import { UserEntity } from "./user.entity";

/** Prefix that replaces the number of an erased account. Cannot occur in a phone number. */
const erasedPrefix = "erased:";
/** Prefix that replaces the number of an archived account. */
const archivedPrefix = "aside:";
const notErased = Not(Like(`${erasedPrefix}%`));

/** Returns the account, or undefined if it was erased, even for sessions that are still open. */
export async function findUser(source: RowSource, userId: string): Promise<UserEntity | undefined> {
  const sql = `SELECT * FROM user_account WHERE "userId" = ? AND "phoneNumber" NOT LIKE '${erasedPrefix}%'`;
  return findRow(source, sql, [userId]);
}

/** Permanently removes name, number and e-mail address. The number can be used for a new account. */
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

/** Values of an account in use. */
const inUse = (at: string) => ({ lastSeenAt: at, formerNumber: null, identityTries: 0 });

export async function recordSeen(transaction: EntityManager, userIds: string[], at: Date): Promise<void> {
  await transaction.update(UserEntity, { userId: In(userIds) }, { lastSeenAt: at.toISOString() });
}

/** Archives an account: removes only its number, which can then be used for a new account. */
export async function archive(
  transaction: EntityManager,
  { userId, phoneNumber }: UserEntity,
): Promise<void> {
  const changes = { phoneNumber: archivedPrefix + userId, formerNumber: phoneNumber, identityTries: 0 };
  await transaction.update(UserEntity, { userId }, changes);
}

/** Returns the archived accounts that had this number, most recently seen first. */
export async function findArchived(db: EntityManager, phoneNumber: string): Promise<UserEntity[]> {
  return db.find(UserEntity, { where: { formerNumber: phoneNumber }, order: { lastSeenAt: "DESC" } });
}

export async function countIdentityAttempt(transaction: EntityManager, userId: string): Promise<void> {
  await transaction.increment(UserEntity, { userId }, "identityTries", 1);
}

/** Restores an account's number, which must not be in use. */
export async function restore(
  transaction: EntityManager,
  { userId, formerNumber }: UserEntity,
  now: Date,
): Promise<void> {
  const changes = { phoneNumber: formerNumber!, ...inUse(now.toISOString()) };
  await transaction.update(UserEntity, { userId }, changes);
}

/** Returns the account of a number and creates it if necessary. */
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

/** Throws NOT_FOUND if the account has been erased. */
export async function updateUser(
  transaction: EntityManager,
  userId: string,
  changes: Partial<Pick<UserEntity, "name" | "email" | "phoneNumber">>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const { affected } = await transaction.update(UserEntity, { userId, phoneNumber: notErased }, changes);
  if (affected !== 1) throw notFound();
}
