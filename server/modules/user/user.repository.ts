import { randomUUID } from "node:crypto";
import { In, Like, Not, type EntityManager } from "typeorm";
import { insertRow, toInsert, type Change } from "../../platform/db/changes";
import { updateWhere } from "../../platform/db/entityQueries";
import { notFound } from "../../core/errors";
import { UserEntity } from "./user.entity";
import { erasedPrefix, findUserByPhone } from "./user.reads";

const archivedPrefix = "aside:";
/** Prefix of the placeholder that a partner's account has instead of a number. */
const partnerPrefix = "partner:";
const notErased = Not(Like(`${erasedPrefix}%`));

const changeUsers = updateWhere(UserEntity);

export const anonymiseUser = (transaction: EntityManager, userId: string) => {
  const changes = { phoneNumber: erasedPrefix + userId, formerNumber: null, name: "", email: null };
  return changeUsers(transaction, { userId }, changes);
};

/** Columns of an account in use. */
const inUse = (at: string) => ({ lastSeenAt: at, formerNumber: null, identityTries: 0 });

export const recordSeen = (transaction: EntityManager, userIds: string[], at: Date) =>
  changeUsers(transaction, { userId: In(userIds) }, { lastSeenAt: at.toISOString() });

export const archive = (transaction: EntityManager, { userId, phoneNumber }: UserEntity) => {
  const changes = { phoneNumber: archivedPrefix + userId, formerNumber: phoneNumber, identityTries: 0 };
  return changeUsers(transaction, { userId }, changes);
};

export async function countIdentityAttempt(transaction: EntityManager, userId: string): Promise<void> {
  await transaction.increment(UserEntity, { userId }, "identityTries", 1);
}

export const restore = (transaction: EntityManager, account: UserEntity, now: Date) => {
  const { userId, formerNumber, name, email } = account;
  const changes = { phoneNumber: formerNumber!, name, email, ...inUse(now.toISOString()) };
  return changeUsers(transaction, { userId }, changes);
};

export function openUser(
  known: UserEntity | undefined,
  phoneNumber: string,
  now: Date,
): { user: UserEntity; changes: Change[] } {
  if (known) {
    const sql = `UPDATE user_account SET "lastSeenAt" = ? WHERE "userId" = ?`;
    return { user: known, changes: [{ sql, values: [now.toISOString(), known.userId] }] };
  }
  const user = makePerson(phoneNumber, now);
  return { user, changes: [toInsert("user_account", user)] };
}

/**
 * Returns the account of a number, and creates it if necessary. Runs the same statements in both cases, so that the
 * response time does not reveal which numbers have an account.
 */
export async function findOrInsertUser(
  transaction: EntityManager,
  phoneNumber: string,
  now: Date,
): Promise<UserEntity> {
  await insertRow(transaction, "user_account", makePerson(phoneNumber, now), {
    unlessThere: ["phoneNumber"],
  });
  return (await findUserByPhone(transaction, phoneNumber))!;
}

/**
 * Gives the number to the account with this id, and creates the account if necessary. The number must not be in use.
 */
export async function openUserById(
  transaction: EntityManager,
  { userId, phoneNumber }: Pick<UserEntity, "userId" | "phoneNumber">,
  now: Date,
): Promise<void> {
  await insertRow(transaction, "user_account", makePerson(phoneNumber, now, userId), {
    unlessThere: ["userId"],
    update: ["phoneNumber", "lastSeenAt", "formerNumber", "identityTries"],
  });
}

const makePerson = (phoneNumber: string, now: Date, userId: string = randomUUID()) =>
  makeUser({ userId, phoneNumber, kind: "PERSON", name: "" }, now);

/** Inserts the account of a partner, which owns the partner's applications. No one can sign in to it. */
export async function insertPartnerUser(
  transaction: EntityManager,
  { partnerId: userId, name }: { partnerId: string; name: string },
  now: Date,
): Promise<void> {
  const user = makeUser({ userId, phoneNumber: partnerPrefix + userId, kind: "PARTNER", name }, now);
  await transaction.insert(UserEntity, user);
}

function makeUser(
  given: Pick<UserEntity, "userId" | "phoneNumber" | "kind" | "name">,
  now: Date,
): UserEntity {
  const at = now.toISOString();
  return { ...given, email: null, createdAt: at, ...inUse(at) };
}

/** Throws NOT_FOUND if the account has been erased. */
export async function updateUser(
  transaction: EntityManager,
  userId: string,
  changes: Partial<Pick<UserEntity, "name" | "email" | "phoneNumber">>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  if (!(await changeUsers(transaction, { userId, phoneNumber: notErased }, changes))) throw notFound();
}
