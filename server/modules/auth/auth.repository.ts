import { IsNull, MoreThan, Not, type EntityManager } from "typeorm";
import { LoginCodeEntity, SessionEntity } from "./auth.entity";

/** When codes were sent to a number since that moment. */
export async function findSendTimes(db: EntityManager, phoneNumber: string, since: Date): Promise<Date[]> {
  const codes = await db.find(LoginCodeEntity, {
    select: { loginCodeId: true, createdAt: true },
    where: { phoneNumber, createdAt: MoreThan(since.toISOString()) },
  });
  return codes.map(({ createdAt }) => new Date(createdAt));
}

/** Adds the code and voids the one that was open before. */
export async function replaceOpenCode(transaction: EntityManager, code: LoginCodeEntity): Promise<void> {
  await transaction.update(
    LoginCodeEntity,
    { phoneNumber: code.phoneNumber, state: "OPEN" },
    { state: "VOID" },
  );
  await transaction.insert(LoginCodeEntity, code);
}

export async function removeCode(transaction: EntityManager, loginCodeId: string): Promise<void> {
  await transaction.delete(LoginCodeEntity, { loginCodeId });
}

/** The code that is open for a number, with this try counted; undefined where none is or all tries are spent. */
export async function countTry(
  transaction: EntityManager,
  phoneNumber: string,
  maxTries: number,
): Promise<LoginCodeEntity | undefined> {
  const counted = await transaction
    .createQueryBuilder()
    .update(LoginCodeEntity)
    .set({ tries: () => "tries + 1" })
    .where({ phoneNumber, state: "OPEN" })
    .andWhere("tries < :maxTries", { maxTries })
    .execute();
  if (counted.affected !== 1) return undefined;
  return (await transaction.findOneBy(LoginCodeEntity, { phoneNumber, state: "OPEN" })) ?? undefined;
}

export async function markCodeUsed(transaction: EntityManager, loginCodeId: string): Promise<void> {
  await transaction.update(LoginCodeEntity, { loginCodeId }, { state: "USED" });
}

export async function insertSession(transaction: EntityManager, session: SessionEntity): Promise<void> {
  await transaction.insert(SessionEntity, session);
}

/** The session while it has not ended. */
export async function findLiveSession(
  db: EntityManager,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<SessionEntity | undefined> {
  const session = await db.findOneBy(SessionEntity, { sessionId, userId });
  return session && session.endedAt === null ? session : undefined;
}

export async function endSession(transaction: EntityManager, sessionId: string, at: Date): Promise<void> {
  await transaction.update(SessionEntity, { sessionId }, { endedAt: at.toISOString() });
}

/** Ends all sessions of a user that have not ended, but the one to be kept. */
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
