/** Reads logins, for the second factor of staff and for the account export. */
import type { EntityManager } from "typeorm";
import { findRow, type RowSource } from "../../platform/db/rowSource";
import { LoginCodeEntity, SessionEntity } from "./auth.entity";

/** Whether this login has passed the second factor. */
export async function hasGivenSecondFactor(source: RowSource, sessionId: string): Promise<boolean> {
  const sql = `SELECT "secondFactorAt" FROM session WHERE "sessionId" = ?`;
  const session = await findRow<Pick<SessionEntity, "secondFactorAt">>(source, sql, [sessionId]);
  return Boolean(session?.secondFactorAt);
}

/** Returns when the user logged in and out, without session ids, which mean nothing to the user. */
export async function findLogins(db: EntityManager, userId: string) {
  return db.find(SessionEntity, {
    select: { createdAt: true, lastUsedAt: true, device: true, expiresAt: true, endedAt: true },
    where: { userId },
    order: { createdAt: "ASC" },
  });
}

export async function findCodes(db: EntityManager, phoneNumber: string) {
  return db.find(LoginCodeEntity, {
    select: { createdAt: true, state: true },
    where: { phoneNumber },
    order: { createdAt: "ASC" },
  });
}
