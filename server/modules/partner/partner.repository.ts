import { In, IsNull, LessThan, MoreThan, MoreThanOrEqual, Or, type EntityManager } from "typeorm";
import type { Day } from "../../core/day.rules";
import { findBy, findWhere, insertInto, updateWhere } from "../../platform/db/entityQueries";
import { findRow, queryRows, type RowSource } from "../../platform/db/rowSource";
import { PartnerEntity, PartnerKeyEntity, PartnerMemberEntity, PartnerUsageEntity } from "./partner.entity";

export const insertPartner = insertInto(PartnerEntity);
export const insertMember = insertInto(PartnerMemberEntity);
export const insertKey = insertInto(PartnerKeyEntity);

export const findPartner = findBy(PartnerEntity, "partnerId");

export async function findPartners(
  db: EntityManager,
  partnerIds: readonly string[] | "ALL",
): Promise<PartnerEntity[]> {
  const where = partnerIds === "ALL" ? {} : { partnerId: In([...partnerIds]) };
  return db.find(PartnerEntity, { where, order: { createdAt: "ASC", partnerId: "ASC" } });
}

export const changePartner = updateWhere(PartnerEntity);

/**
 * Ends a partner, and removes its name, e-mail address and members. The row remains, because other rows refer to it.
 */
export async function anonymisePartner(
  transaction: EntityManager,
  partnerId: string,
  endedAt: string,
): Promise<void> {
  await changePartner(transaction, { partnerId }, { name: "Removed partner", email: "", endedAt });
  await transaction.delete(PartnerMemberEntity, { partnerId });
}

export const findMember = findWhere(PartnerMemberEntity);

/** Returns memberships in the order they were added: those of a partner or those of a person. */
export async function findMembers(
  db: EntityManager,
  whose: { partnerId: string } | { userId: string },
): Promise<PartnerMemberEntity[]> {
  return db.find(PartnerMemberEntity, { where: whose, order: { addedAt: "ASC", userId: "ASC" } });
}

/** Removes memberships; returns false if there were none. */
export async function removeMembers(
  transaction: EntityManager,
  whose: { partnerId?: string; userId: string },
): Promise<boolean> {
  return (await transaction.delete(PartnerMemberEntity, whose)).affected !== 0;
}

const changeMember = updateWhere(PartnerMemberEntity);

/** Moves memberships from one account to another. If both are members of a partner, the higher role stays. */
export async function moveMembers(
  transaction: EntityManager,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const known = (await findMembers(transaction, { userId: to })).map(({ partnerId }) => partnerId);
  for (const member of await findMembers(transaction, { userId: from })) {
    const { partnerId, role } = member;
    if (!known.includes(partnerId)) await insertMember(transaction, { ...member, userId: to });
    else if (role === "OWNER") await changeMember(transaction, { partnerId, userId: to }, { role });
  }
  await removeMembers(transaction, { userId: from });
}

const findOneKey = findWhere(PartnerKeyEntity);

export const findKey = (db: EntityManager, partnerIds: readonly string[], partnerKeyId: string) =>
  findOneKey(db, { partnerKeyId, partnerId: In([...partnerIds]) });

/** Returns the keys of a partner, newest first. */
export async function findKeys(db: EntityManager, partnerId: string): Promise<PartnerKeyEntity[]> {
  return db.find(PartnerKeyEntity, {
    where: { partnerId },
    order: { createdAt: "DESC", partnerKeyId: "ASC" },
  });
}

/** Counts the keys that have neither ended nor been replaced. */
export async function countKeys(db: EntityManager, partnerId: string, now: Date): Promise<number> {
  const isOpen = { partnerId, endedAt: IsNull(), replacedByKeyId: IsNull() };
  return db.countBy(PartnerKeyEntity, {
    ...isOpen,
    expiresAt: Or(IsNull(), MoreThan(now.toISOString())),
  });
}

export const changeKey = updateWhere(PartnerKeyEntity);

/** A key with its partner's terms. JSON columns are text. */
export type KeyRow = Pick<
  PartnerKeyEntity,
  "partnerKeyId" | "partnerId" | "expiresAt" | "lastUsedAt" | "endedAt"
> &
  Pick<PartnerEntity, "feeInr"> &
  Record<"scopes" | "networks" | "limits", string> & { partnerEndedAt: string | null };

/** Finds a key for a request: by its hash, or by its id for a signed URL. */
export async function findKeyRow(
  source: RowSource,
  by: { keyHash: string } | { partnerKeyId: string },
): Promise<KeyRow | undefined> {
  const [[column, value]] = Object.entries(by) as [[string, string]];
  const sql = `SELECT key."partnerKeyId", key."partnerId", key.scopes, key.networks, key."expiresAt",
      key."lastUsedAt", key."endedAt", partner."endedAt" AS "partnerEndedAt", partner.limits, partner."feeInr"
    FROM partner_key key JOIN partner USING ("partnerId") WHERE key."${column}" = ?`;
  return findRow(source, sql, [value]);
}

export async function findNames(source: RowSource, ids: readonly string[]): Promise<Map<string, string>> {
  const places = ids.map(() => "?").join(", ");
  const sql = `SELECT "partnerId" AS id, name FROM partner WHERE "partnerId" IN (${places})
    UNION ALL SELECT key."partnerKeyId", partner.name FROM partner_key key JOIN partner USING ("partnerId")
    WHERE key."partnerKeyId" IN (${places})`;
  const rows = await queryRows<{ id: string; name: string }>(source, sql, [...ids, ...ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Adds counts to those stored for the day, unless the partner has been removed. */
export async function addUsage(transaction: EntityManager, counted: PartnerUsageEntity): Promise<void> {
  const { partnerId, day, operations, refused, cost } = counted;
  await queryRows(
    transaction,
    `INSERT INTO partner_usage ("partnerId", day, operations, refused, cost)
     SELECT "partnerId", CAST(? AS text), CAST(? AS bigint), CAST(? AS bigint), CAST(? AS bigint)
     FROM partner WHERE "partnerId" = ?
     ON CONFLICT ("partnerId", day) DO UPDATE SET operations = partner_usage.operations + excluded.operations,
       refused = partner_usage.refused + excluded.refused, cost = partner_usage.cost + excluded.cost`,
    [day, operations, refused, cost, partnerId],
  );
}

export async function removeUsageBefore(transaction: EntityManager, day: Day): Promise<void> {
  await transaction.delete(PartnerUsageEntity, { day: LessThan(day) });
}

export async function findUsage(
  db: EntityManager,
  partnerId: string,
  from: Day,
): Promise<PartnerUsageEntity[]> {
  return db.findBy(PartnerUsageEntity, { partnerId, day: MoreThanOrEqual(from) });
}
