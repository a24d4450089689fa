import { In, type EntityManager } from "typeorm";
import { findBy, findRowBy, insertInto, removeBy } from "../../../platform/db/entityQueries";
import { queryRows, type RowSource } from "../../../platform/db/rowSource";
import type { Day } from "../../../core/day.rules";
import { ApplicantKeepingEntity, KeptApplicantEntity } from "./keptApplicant.entity";

export const findKeptById = findRowBy(KeptApplicantEntity, "keptApplicantId");
export const insertKept = insertInto(KeptApplicantEntity);
export const removeAnswer = removeBy(ApplicantKeepingEntity, "userId");
export const findChoice = findBy(ApplicantKeepingEntity, "userId");

/** Returns an account's kept applicants whose passports have not expired, oldest first. */
export async function findKept(
  source: RowSource,
  userId: string,
  today: Day,
): Promise<KeptApplicantEntity[]> {
  const sql = `SELECT * FROM kept_applicant WHERE "userId" = ? AND "expiresOn" >= ?
    ORDER BY "keptAt", "keptApplicantId"`;
  return queryRows(source, sql, [userId, today]);
}

/** Returns all kept applicants of an account, including those whose passports have expired. */
export async function findAllKept(db: EntityManager, userId: string): Promise<KeptApplicantEntity[]> {
  return db.find(KeptApplicantEntity, {
    where: { userId },
    order: { keptAt: "ASC", keptApplicantId: "ASC" },
  });
}

/** Returns the ids of an account's kept applicants; with `passportIndexes`, only those with one of these passports. */
export async function findKeptIds(
  db: EntityManager,
  userId: string,
  passportIndexes?: readonly string[],
): Promise<string[]> {
  const passports = passportIndexes && { passportNumberIndex: In([...passportIndexes]) };
  const rows = await db.findBy(KeptApplicantEntity, { userId, ...passports });
  return rows.map(({ keptApplicantId }) => keptApplicantId);
}

/** Returns the ids of the kept applicants that an account copied from an applicant of an application. */
export async function findCopyIds(
  db: EntityManager,
  userId: string,
  visaApplicantId: string,
): Promise<string[]> {
  const rows = await db.findBy(KeptApplicantEntity, { userId, visaApplicantId });
  return rows.map(({ keptApplicantId }) => keptApplicantId);
}

/** Returns at most `limit` kept applicants whose passports have expired, first expired first. */
export async function findExpiredKept(
  source: RowSource,
  today: Day,
  limit: number,
): Promise<KeptApplicantEntity[]> {
  const sql = `SELECT * FROM kept_applicant WHERE "expiresOn" < ? ORDER BY "expiresOn" LIMIT ?`;
  return queryRows(source, sql, [today, limit]);
}

/** Removes the rows of kept applicants, whose files must have been removed already. */
export async function removeKept(transaction: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await transaction.delete(KeptApplicantEntity, { keptApplicantId: In([...ids]) });
}

export async function saveChoice(transaction: EntityManager, answer: ApplicantKeepingEntity): Promise<void> {
  await transaction.upsert(ApplicantKeepingEntity, answer, ["userId"]);
}

/**
 * Moves kept applicants, and the account's choice to keep them, to another account. The caller removes duplicates
 * first.
 */
export async function moveKept(
  transaction: EntityManager,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction.update(KeptApplicantEntity, { userId: from }, { userId: to });
  if (!(await findChoice(transaction, from))) return;
  await removeAnswer(transaction, to);
  await transaction.update(ApplicantKeepingEntity, { userId: from }, { userId: to });
}
