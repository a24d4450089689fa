import type { EntityManager } from "typeorm";
import type { Scope } from "../../core/access.rules";
import { DomainError, notFound } from "../../core/errors";
import { requireSession, type Principal } from "../../core/principal";
import { shownNumber } from "../user/phone.rules";
import { findUser } from "../user/user.reads";
import type { PartnerEntity, PartnerKeyEntity, PartnerMemberEntity } from "./partner.entity";
import { findKeys, findMember, findMembers, findPartner } from "./partner.repository";
import { defaultLimits, hasEnded, type PartnerRole } from "./partner.rules";

/**
 * Returns a partner that the user manages in this role; an owner also has a developer's rights. Throws NOT_FOUND for
 * other users, FORBIDDEN if the action requires an owner, INVALID_STATE if the partner has ended.
 */
export async function getMembership(
  db: EntityManager,
  userId: string,
  partnerId: string,
  role: PartnerRole,
): Promise<PartnerEntity> {
  const member = await findMember(db, { partnerId, userId });
  const partner = member && (await findPartner(db, partnerId));
  if (!partner) throw notFound();
  if (role === "OWNER" && member.role !== "OWNER")
    throw new DomainError("FORBIDDEN", "Only an owner of the partner can do this");
  if (partner.endedAt) throw new DomainError("INVALID_STATE", "This partner has ended");
  return partner;
}

/**
 * Returns the ids of the partners that the caller acts for. Look up rows by these ids: another partner's row and a
 * missing row then cause the same statements, so that the response time does not reveal the difference.
 */
export async function findManagedPartnerIds(db: EntityManager, caller: Principal): Promise<string[]> {
  const { userId } = requireSession(caller);
  if (caller.partner) return [userId];
  return (await findMembers(db, { userId })).map(({ partnerId }) => partnerId);
}

/**
 * Returns the id of the partner that the caller acts for: the key's partner, or the given one if the person manages it.
 * Throws NOT_FOUND for other partners, INVALID_STATE if the partner has ended.
 */
export async function getManagedPartnerId(
  db: EntityManager,
  caller: Principal,
  partnerId: string | null | undefined,
): Promise<string> {
  const { userId } = requireSession(caller);
  if (!caller.partner) return (await getMembership(db, userId, partnerId ?? "", "DEVELOPER")).partnerId;
  if (partnerId != null && partnerId !== userId) throw notFound();
  return userId;
}

/** Like `getManagedPartnerId`, but returns undefined for a partner that the caller does not manage. */
export async function findManagedPartnerId(
  ...given: Parameters<typeof getManagedPartnerId>
): Promise<string | undefined> {
  try {
    return await getManagedPartnerId(...given);
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}

export type PartnerView = Awaited<ReturnType<typeof showPartner>>;

export async function showPartner(
  db: EntityManager,
  { feeInr, limits, ...partner }: PartnerEntity,
  now: Date,
) {
  const { partnerId } = partner;
  const members: (Omit<PartnerMemberEntity, "partnerId"> & { phoneNumber: string })[] = [];
  for (const { userId, role, addedAt } of await findMembers(db, { partnerId })) {
    const phoneNumber = shownNumber(await findUser(db, userId));
    // The name is left out: it would reveal whether a number that was just added has an account.
    members.push({ userId, role, addedAt, phoneNumber });
  }
  return {
    ...partner,
    serviceFee: feeInr,
    limits: { ...defaultLimits, ...limits },
    keys: (await findKeys(db, partnerId)).map((key) => showKey(key, partner, now)),
    members,
  };
}

export type PartnerKeyView = ReturnType<typeof showKey>;

export function showKey(
  key: PartnerKeyEntity,
  { endedAt: partnerEndedAt }: Pick<PartnerEntity, "endedAt">,
  now: Date,
) {
  const { partnerKeyId, name, start, createdAt, expiresAt, lastUsedAt, endedAt, scopes, networks } = key;
  return {
    partnerKeyId,
    name,
    start,
    createdAt,
    expiresAt,
    lastUsedAt,
    endedAt,
    scopes: scopes.map((scope) => scope.toUpperCase() as Uppercase<Scope>),
    networks: [...networks],
    isReplaced: key.replacedByKeyId !== null,
    isActive: partnerEndedAt === null && !hasEnded(key, now),
  };
}
