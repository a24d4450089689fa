/**
 * The people who manage a partner after signing in. Guards: only members see a partner; only owners change its
 * members. A partner has at least one owner and at most `maxMembers` members. Calls: the accounts.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError, notFound } from "../../core/errors";
import { requirePerson, type Principal, type StaffGuard } from "../../core/principal";
import type { Actor, AuditService } from "../audit/audit.service";
import { isDormant } from "../user/dormancy.rules";
import { noPhoneNumber } from "../user/phone.rules";
import { canGetCodes, noCodesToCountry, toStoredPhone } from "../user/phoneCountry.rules";
import { findUserByPhone } from "../user/user.reads";
import type { UserAccountService } from "../user/userAccount.service";
import type { PartnerMemberEntity } from "./partner.entity";
import { getMembership, showPartner, type PartnerView } from "./partner.logic";
import { maxMembers, type PartnerRole } from "./partner.rules";
import * as partners from "./partner.repository";

interface Deps extends Pick<Platform, "db" | "clock"> {
  accounts: UserAccountService;
  audit: AuditService;
  smsCountries: readonly string[];
  staff: Pick<StaffGuard, "isStaff">;
}

export class PartnerMemberService {
  /** Moves the memberships of one account to the account that replaced it. */
  readonly move = partners.moveMembers;
  /** Removes the memberships of an erased account. */
  readonly removeByUser = partners.removeMembers;

  constructor(private readonly deps: Deps) {}

  async listMine(caller: Principal): Promise<PartnerView[]> {
    const { userId } = requirePerson(caller, "myPartners");
    const { clock, db } = this.deps;
    const { found } = await findOfUser(db.read, userId);
    return Promise.all(found.map((partner) => showPartner(db.read, partner, clock.now())));
  }

  /** Returns the number of active partners that a person manages. */
  async countActive(db: EntityManager, userId: string): Promise<number> {
    const { found } = await findOfUser(db, userId);
    return found.filter(({ endedAt }) => !endedAt).length;
  }

  /** Returns the names of the partners that a person manages, with the role in each. */
  async listMemberships(db: EntityManager, userId: string) {
    const { memberships, found } = await findOfUser(db, userId);
    return memberships.map(({ partnerId, role, addedAt }) => ({
      partnerId,
      role,
      addedAt,
      name: found.find((partner) => partner.partnerId === partnerId)?.name,
    }));
  }

  /** Adds a member. Throws NOT_FOUND, FORBIDDEN, INVALID, INVALID_STATE. */
  async add(
    caller: Principal,
    input: { partnerId: string; phoneNumber: string; role: PartnerRole },
  ): Promise<PartnerView> {
    const { userId } = requirePerson(caller, "addPartnerMember");
    const { clock, db } = this.deps;
    return db.write(async (transaction) => {
      const partner = await getMembership(transaction, userId, input.partnerId, "OWNER");
      await this.insert(transaction, caller, input);
      return showPartner(transaction, partner, clock.now());
    });
  }

  /** Removes a member. Throws NOT_FOUND, FORBIDDEN, INVALID_STATE for the last owner. */
  async remove(caller: Principal, input: { partnerId: string; userId: string }): Promise<PartnerView> {
    const { userId } = requirePerson(caller, "removePartnerMember");
    const { audit, clock, db } = this.deps;
    const { partnerId } = input;
    return db.write(async (transaction) => {
      const partner = await getMembership(transaction, userId, partnerId, "OWNER");
      const members = await partners.findMembers(transaction, { partnerId });
      const member = members.find((one) => one.userId === input.userId);
      if (!member) throw notFound();
      const owners = members.filter(({ role }) => role === "OWNER");
      if (owners.length === 1 && member.role === "OWNER")
        throw new DomainError("INVALID_STATE", "This is the only owner. Add another owner first");
      await partners.removeMembers(transaction, { partnerId, userId: member.userId });
      await audit.record(transaction, "PARTNER_MEMBER_REMOVED", partnerId, {
        by: caller,
        ownerUserId: member.userId,
      });
      return showPartner(transaction, partner, clock.now());
    });
  }

  /** Adds a member without checking the caller. Throws INVALID; INVALID_STATE for another role or too many members. */
  async insert(
    transaction: EntityManager,
    by: Actor,
    { partnerId, phoneNumber, role }: { partnerId: string; phoneNumber: string; role: PartnerRole },
    field = "phoneNumber",
  ): Promise<void> {
    const { accounts, audit, clock, smsCountries, staff } = this.deps;
    const phone = toStoredPhone(phoneNumber);
    if (!phone) throw new DomainError("INVALID", noPhoneNumber, { field });
    if (!canGetCodes(phone, smsCountries)) throw new DomainError("INVALID", noCodesToCountry, { field });
    const now = clock.now();
    const present = await findUserByPhone(transaction, phone);
    // A dormant account's number may have a new holder, whose first login would open another account without the
    // membership.
    if (present && isDormant(present, now) && !(await staff.isStaff(present.userId, transaction)))
      await accounts.archive(transaction, audit, present);
    // Opens an account for a number without one, so that the response does not reveal whether it had one.
    const { userId } = await accounts.findOrOpen(transaction, phone, now);
    const members = await partners.findMembers(transaction, { partnerId });
    const known = members.find((member) => member.userId === userId);
    if (known?.role === role) return;
    if (known) throw new DomainError("INVALID_STATE", "This person is already a member. Remove them first");
    if (members.length >= maxMembers)
      throw new DomainError("INVALID_STATE", `A partner can have ${maxMembers} members`);
    const member: PartnerMemberEntity = { partnerId, userId, role, addedAt: now.toISOString() };
    await partners.insertMember(transaction, member);
    await audit.record(transaction, "PARTNER_MEMBER_ADDED", partnerId, { by, ownerUserId: userId });
  }
}

async function findOfUser(db: EntityManager, userId: string) {
  const memberships = await partners.findMembers(db, { userId });
  const partnerIds = memberships.map(({ partnerId }) => partnerId);
  return { memberships, found: await partners.findPartners(db, partnerIds) };
}
