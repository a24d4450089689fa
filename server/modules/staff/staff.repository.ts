import type { EntityManager } from "typeorm";
import { findBy, insertInto, removeBy } from "../../platform/db/entityQueries";
import { findRow, findRowsByKeys, type RowSource } from "../../platform/db/rowSource";
import type { StaffMember } from "../../core/principal";
import type { UserEntity } from "../user/user.entity";
import { StaffMemberEntity, SecondFactorEntity } from "./staff.entity";

export interface StaffPerson extends StaffMember {
  isStaff: boolean;
}

/** Returns the account of a user with a staff number, and the id of that number. */
export async function findStaffUser(
  source: RowSource,
  userId: string,
): Promise<(UserEntity & Pick<StaffMemberEntity, "staffMemberId">) | undefined> {
  const sql = `SELECT person.*, member."staffMemberId" FROM user_account person
    JOIN staff_member member ON member."phoneNumber" = person."phoneNumber" WHERE person."userId" = ?`;
  return findRow(source, sql, [userId]);
}

export async function findMembers(db: EntityManager): Promise<StaffMemberEntity[]> {
  return db.find(StaffMemberEntity, { order: { addedAt: "ASC", phoneNumber: "ASC" } });
}

export const findMember = findBy(StaffMemberEntity, "phoneNumber");
export const insertMember = insertInto(StaffMemberEntity);
export const removeMember = removeBy(StaffMemberEntity, "staffMemberId");

/** Returns accounts by id and whether they are staff. Name and number of an erased account are empty. */
export async function findPeople(source: RowSource, userIds: readonly string[]): Promise<StaffPerson[]> {
  const rows = await findRowsByKeys<StaffMember & { isStaff: 0 | 1 }>(
    source,
    userIds,
    (
      marks,
    ) => `SELECT "userId" AS "staffId", name, CASE WHEN "phoneNumber" LIKE '+%' THEN "phoneNumber" ELSE '' END AS "phoneNumber",
       (SELECT count(*) FROM staff_member member WHERE member."phoneNumber" = person."phoneNumber") AS "isStaff"
     FROM user_account person WHERE "userId" IN (${marks})`,
  );
  return rows.map((row) => ({ ...row, isStaff: row.isStaff === 1 }));
}

export const findSecondFactor = findBy(SecondFactorEntity, "staffMemberId");
export const removeSecondFactor = removeBy(SecondFactorEntity, "staffMemberId");

export async function saveSecondFactor(
  transaction: EntityManager,
  factor: SecondFactorEntity,
): Promise<void> {
  await transaction.upsert(SecondFactorEntity, factor, ["staffMemberId"]);
}
