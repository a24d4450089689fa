import type { EntityManager } from "typeorm";
import { UserEntity } from "../user/user.entity";
import { StaffMemberEntity } from "./staff.entity";

/** The account of a user whose number is staff's. */
export async function findStaffUser(db: EntityManager, userId: string): Promise<UserEntity | undefined> {
  const user = await db
    .createQueryBuilder(UserEntity, "user")
    .innerJoin(StaffMemberEntity, "member", `member."phoneNumber" = "user"."phoneNumber"`)
    .where({ userId })
    .getOne();
  return user ?? undefined;
}

/** By when they were added. */
export async function findMembers(db: EntityManager): Promise<StaffMemberEntity[]> {
  return db.find(StaffMemberEntity, { order: { addedAt: "ASC", phoneNumber: "ASC" } });
}

export async function findMember(
  db: EntityManager,
  phoneNumber: string,
): Promise<StaffMemberEntity | undefined> {
  return (await db.findOneBy(StaffMemberEntity, { phoneNumber })) ?? undefined;
}

export async function insertMember(transaction: EntityManager, member: StaffMemberEntity): Promise<void> {
  await transaction.insert(StaffMemberEntity, member);
}

export async function removeMember(transaction: EntityManager, staffMemberId: string): Promise<void> {
  await transaction.delete(StaffMemberEntity, { staffMemberId });
}
