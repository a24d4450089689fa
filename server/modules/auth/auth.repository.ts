import { And, In, IsNull, LessThan, MoreThan, MoreThanOrEqual, Not, type EntityManager } from "typeorm";
import { insertInto } from "../../platform/db/entityQueries";
import { findRow, type RowSource } from "../../platform/db/rowSource";
import { KnownDeviceEntity, LoginCodeEntity, SessionEntity } from "./auth.entity";
import type { CodeAttempts } from "./codeAttempts.rules";

/** Returns the codes sent to a number since then. */
export async function findSentCodes(
  db: EntityManager,
  phoneNumber: string,
  since: Date,
): Promise<{ at: Date; isOfDevice: boolean }[]> {
  const codes = await db.find(LoginCodeEntity, {
    select: { loginCodeId: true, createdAt: true, isOfDevice: true },
    where: { phoneNumber, createdAt: MoreThan(since.toISOString()) },
  });
  return codes.map(({ createdAt, isOfDevice }) => ({ at: new Date(createdAt), isOfDevice }));
}

/** Returns how many codes were sent to all numbers since then, and the time of the first. */
export async function countSentCodes(
  db: EntityManager,
  since: Date,
): Promise<{ count: number; first: Date | undefined }> {
  const sent = await db
    .createQueryBuilder(LoginCodeEntity, "code")
    .select("COUNT(*)", "count")
    .addSelect(`MIN(code."createdAt")`, "first")
    .where({ createdAt: MoreThan(since.toISOString()) })
    .getRawOne<{ count: number; first: string | null }>();
  return { count: sent?.count ?? 0, first: sent?.first ? new Date(sent.first) : undefined };
}

/** Counts the other numbers of a range that received codes since then. */
export async function countNumbersOfRange(
  db: EntityManager,
  { from, to, but, since }: { from: string; to: string; but: string; since: Date },
): Promise<number> {
  const sent = await db
    .createQueryBuilder(LoginCodeEntity, "code")
    .select(`COUNT(DISTINCT code."phoneNumber")`, "count")
    .where({ phoneNumber: And(MoreThanOrEqual(from), LessThan(to), Not(but)) })
    .andWhere({ createdAt: MoreThan(since.toISOString()) })
    .getRawOne<{ count: number }>();
  return sent?.count ?? 0;
}

export const insertCode = insertInto(LoginCodeEntity);

/** Voids the code that was issued with this handle. */
export async function voidCode(
  transaction: EntityManager,
  code: { phoneNumber: string; handleHash: string },
): Promise<void> {
  await transaction.update(LoginCodeEntity, { ...code, state: "OPEN" }, { state: "VOID" });
}

export async function removeCodes(
  transaction: EntityManager,
  which: { loginCodeId: string } | { phoneNumber: string },
): Promise<void> {
  await transaction.delete(LoginCodeEntity, which);
}

/** Returns the code that was issued with this challenge id, for attempts that include it. */
export async function findCodeByHandle(
  db: EntityManager,
  phoneNumber: string,
  handleHash: string,
): Promise<LoginCodeEntity | undefined> {
  return (await db.findOneBy(LoginCodeEntity, { phoneNumber, handleHash })) ?? undefined;
}

/**
 * Returns the code for an attempt without a challenge id: the newest open code that this network requested,
 * otherwise the newest code for the number. A used code of this network must not hide one that another
 * network requested.
 */
export async function findNewestCode(
  db: EntityManager,
  phoneNumber: string,
  { askedFrom, now }: { askedFrom: string; now: Date },
): Promise<LoginCodeEntity | undefined> {
  const newestFirst = () =>
    db
      .createQueryBuilder(LoginCodeEntity, "code")
      .where({ phoneNumber })
      .orderBy({ "code.createdAt": "DESC", "code.loginCodeId": "DESC" })
      .limit(1);
  const isOpen = { state: "OPEN", expiresAt: MoreThan(now.toISOString()) };
  const own = await newestFirst()
    .andWhere({ askedFrom, ...isOpen })
    .getOne();
  return own ?? (await newestFirst().getOne()) ?? undefined;
}

export async function saveAttempts(
  transaction: EntityManager,
  loginCodeId: string,
  { tries, triesFrom }: CodeAttempts,
): Promise<void> {
  await transaction.update(LoginCodeEntity, { loginCodeId }, { tries, triesFrom: { ...triesFrom } });
}

export async function markCodeUsed(transaction: EntityManager, loginCodeId: string): Promise<void> {
  await transaction.update(LoginCodeEntity, { loginCodeId }, { state: "USED" });
}

export const insertSession = insertInto(SessionEntity);

/** Returns the session unless it was ended. */
export async function findLiveSession(
  source: RowSource,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<SessionEntity | undefined> {
  const sql = `SELECT * FROM session WHERE "sessionId" = ? AND "userId" = ? AND "endedAt" IS NULL`;
  return findRow(source, sql, [sessionId, userId]);
}

/** Returns a user's open sessions, most recently used first. */
export async function findSessionsByUser(
  db: EntityManager,
  userId: string,
  { limit, now }: { limit: number; now: Date },
): Promise<SessionEntity[]> {
  return db.find(SessionEntity, {
    where: { userId, endedAt: IsNull(), expiresAt: MoreThan(now.toISOString()) },
    order: { lastUsedAt: "DESC", createdAt: "DESC" },
    take: limit,
  });
}

export async function recordUses(transaction: EntityManager, sessionIds: string[], at: Date): Promise<void> {
  await transaction.update(SessionEntity, { sessionId: In(sessionIds) }, { lastUsedAt: at.toISOString() });
}

/** Ends a session of the user. Returns false if it does not exist or has already ended. */
export async function endSession(
  transaction: EntityManager,
  whose: { sessionId: string; userId: string },
  at: Date,
): Promise<boolean> {
  const ended = await transaction.update(
    SessionEntity,
    { ...whose, endedAt: IsNull() },
    { endedAt: at.toISOString() },
  );
  return ended.affected === 1;
}

/** Ends all open sessions of a user, except the one to keep. */
export async function endSessions(
  transaction: EntityManager,
  { userId, keep = "" }: { userId: string; keep?: string },
  at: Date,
): Promise<void> {
  await transaction.update(
    SessionEntity,
    { userId, sessionId: Not(keep), endedAt: IsNull() },
    { endedAt: at.toISOString() },
  );
}

export async function recordSecondFactor(
  transaction: EntityManager,
  sessionId: string,
  at: Date,
): Promise<void> {
  await transaction.update(SessionEntity, { sessionId }, { secondFactorAt: at.toISOString() });
}

/** True if the device is known: to this account if `userId` is given, otherwise to any. */
export async function isKnownDevice(
  db: EntityManager,
  { tokenHash, userId }: { tokenHash: string; userId?: string },
): Promise<boolean> {
  return db.existsBy(KnownDeviceEntity, { tokenHash, ...(userId && { userId }) });
}

/** Records a login on a device and removes the least recently used devices beyond `max`. */
export async function saveKnownDevice(
  transaction: EntityManager,
  device: KnownDeviceEntity,
  max: number,
): Promise<void> {
  await transaction.upsert(KnownDeviceEntity, device, ["tokenHash", "userId"]);
  const all = await transaction.find(KnownDeviceEntity, {
    where: { userId: device.userId },
    order: { lastLoginAt: "DESC" },
  });
  if (all.length > max) await transaction.remove(all.slice(max));
}

export async function removeKnownDevices(transaction: EntityManager, userId: string): Promise<void> {
  await transaction.delete(KnownDeviceEntity, { userId });
}
