/** Reads accounts for other modules, which pass their transaction. */
import type { EntityManager } from "typeorm";
import { findBy } from "../../platform/db/entityQueries";
import { findRow, type RowSource } from "../../platform/db/rowSource";
import { UserEntity } from "./user.entity";

/** Prefix of the placeholder that an erased account has instead of a number. */
export const erasedPrefix = "erased:";

/** SQL condition for accounts that were not erased. */
export const notErasedSql = `"phoneNumber" NOT LIKE '${erasedPrefix}%'`;

/** Returns the account; undefined if it was erased, although a session of the account may still be open. */
export async function findUser(source: RowSource, userId: string): Promise<UserEntity | undefined> {
  const sql = `SELECT * FROM user_account WHERE "userId" = ? AND ${notErasedSql}`;
  return findRow(source, sql, [userId]);
}

export const findUserByPhone = findBy(UserEntity, "phoneNumber");

/** Returns the archived accounts that had this number, most recently seen first. */
export async function findArchived(db: EntityManager, phoneNumber: string): Promise<UserEntity[]> {
  return db.find(UserEntity, { where: { formerNumber: phoneNumber }, order: { lastSeenAt: "DESC" } });
}
