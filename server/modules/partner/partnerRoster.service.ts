/**
 * Creates, changes and ends partners, for staff and for `npm run partners`. Callers check permissions. Guards: once a
 * partner has ended, none of its keys is valid; its applications continue. Calls: the accounts.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError, notFound, throwIfAny } from "../../core/errors";
import type { PartnerLimits } from "../../core/principal";
import { missing, toOneLine } from "../../core/text.rules";
import type { Actor, AuditService } from "../audit/audit.service";
import { checkProfile } from "../user/profile.rules";
import type { UserAccountService } from "../user/userAccount.service";
import { normaliseGstin } from "./gstin.rules";
import { showPartner, type PartnerView } from "./partner.logic";
import {
  checkFee,
  checkGstin,
  checkLimits,
  checkName,
  defaultLimits,
  findOwnLimits,
  type ChangeableLimits,
} from "./partner.rules";
import * as partners from "./partner.repository";
import type { PartnerMemberService } from "./partnerMember.service";

export interface NewPartner {
  name: string;
  gstin?: string | null;
  email: string;
  /** Service fee per applicant in whole rupees. */
  serviceFee?: number | null;
  ownerPhoneNumber: string;
  /** Limits that differ from the defaults. */
  limits?: Partial<PartnerLimits>;
}

/** The terms of a partner that staff can change. */
export interface PartnerTerms {
  /** Service fee per applicant in whole rupees; null for the default. */
  serviceFee?: number | null;
  limits: ChangeableLimits;
}

interface Deps extends Pick<Platform, "db" | "clock"> {
  accounts: UserAccountService;
  audit: AuditService;
  partnerMembers: PartnerMemberService;
}

export class PartnerRosterService {
  constructor(private readonly deps: Deps) {}

  async list(): Promise<PartnerView[]> {
    const { clock, db } = this.deps;
    const all = await partners.findPartners(db.read, "ALL");
    return Promise.all(all.map((partner) => showPartner(db.read, partner, clock.now())));
  }

  /**
   * Creates a partner. `check` runs in the same transaction. Throws REQUIRED, INVALID, TOO_LONG, and the errors of
   * `check`.
   */
  async create(
    by: Actor,
    input: NewPartner,
    check?: (transaction: EntityManager) => Promise<void>,
  ): Promise<PartnerView> {
    const { accounts, audit, clock, db, partnerMembers } = this.deps;
    const email = input.email.trim();
    throwIfAny([
      ...checkName(input.name),
      ...checkGstin(input.gstin),
      ...(email ? checkProfile({ email }) : [missing("email", "Enter an e-mail address")]),
      ...checkFee(input.serviceFee),
    ]);
    const partnerId = randomUUID();
    const name = toOneLine(input.name);
    return db.write(async (transaction) => {
      await check?.(transaction);
      const now = clock.now();
      await accounts.openPartner(transaction, { partnerId, name }, now);
      const partner = {
        partnerId,
        name,
        email,
        limits: input.limits ?? {},
        endedAt: null,
        gstin: input.gstin?.trim() ? normaliseGstin(input.gstin)! : null,
        feeInr: input.serviceFee ?? null,
        createdAt: now.toISOString(),
      };
      await partners.insertPartner(transaction, partner);
      await audit.record(transaction, "PARTNER_CREATED", partnerId, { by, ownerUserId: partnerId });
      const owner = { partnerId, phoneNumber: input.ownerPhoneNumber, role: "OWNER" as const };
      await partnerMembers.insert(transaction, by, owner, "ownerPhoneNumber");
      return showPartner(transaction, partner, now);
    });
  }

  /** Ends a partner and all its keys. Returns the partner unchanged if it has already ended. Throws NOT_FOUND. */
  async end(by: Actor, partnerId: string): Promise<PartnerView> {
    const { audit, clock, db } = this.deps;
    return db.write(async (transaction) => {
      const partner = await partners.findPartner(transaction, partnerId);
      if (!partner) throw notFound();
      const now = clock.now();
      if (partner.endedAt) return showPartner(transaction, partner, now);
      const endedAt = now.toISOString();
      await partners.changePartner(transaction, { partnerId }, { endedAt });
      await audit.record(transaction, "PARTNER_ENDED", partnerId, { by, ownerUserId: partnerId });
      return showPartner(transaction, { ...partner, endedAt }, now);
    });
  }

  /** Ends a partner that no one uses, and removes its members; the caller erases its account. */
  async remove(transaction: EntityManager, partnerId: string): Promise<void> {
    const { audit, clock } = this.deps;
    await partners.anonymisePartner(transaction, partnerId, clock.now().toISOString());
    await audit.record(transaction, "PARTNER_ENDED", partnerId, { by: "SYSTEM", ownerUserId: partnerId });
  }

  /**
   * Changes the fee and the limits of a partner. Throws NOT_FOUND, INVALID, and CONFLICT if they differ from the
   * expected ones.
   */
  async update(
    by: Actor,
    partnerId: string,
    { terms, expected }: { terms: PartnerTerms; expected?: PartnerTerms | null },
  ): Promise<PartnerView> {
    const { audit, clock, db } = this.deps;
    const { serviceFee = null, limits } = terms;
    throwIfAny([...checkFee(serviceFee), ...checkLimits(limits)]);
    return db.write(async (transaction) => {
      const partner = await partners.findPartner(transaction, partnerId);
      if (!partner) throw notFound();
      const present = { ...defaultLimits, ...partner.limits };
      if (expected && !hasTerms({ serviceFee: partner.feeInr, limits: present }, expected))
        throw new DomainError("CONFLICT", "This was changed in the meantime. Nothing was saved");
      const next = { ...present, ...limits };
      const changes = { feeInr: serviceFee, limits: findOwnLimits(next) };
      const names = Object.keys(defaultLimits) as (keyof PartnerLimits)[];
      const changed = names.filter((name) => next[name] !== present[name]).map((name) => `limits.${name}`);
      const fields = serviceFee === partner.feeInr ? changed : ["serviceFee", ...changed];
      if (fields.length > 0) {
        await partners.changePartner(transaction, { partnerId }, changes);
        const note = { by, ownerUserId: partnerId, details: { fields } };
        await audit.record(transaction, "PARTNER_CHANGED", partnerId, note);
      }
      return showPartner(transaction, { ...partner, ...changes }, clock.now());
    });
  }

  /** Changes one limit of a partner. Throws NOT_FOUND, INVALID. */
  async setLimit(
    by: Actor,
    partnerId: string,
    { name, value }: { name: string; value: number },
  ): Promise<void> {
    const { audit, db } = this.deps;
    if (!isLimit(name))
      throw new DomainError("INVALID", `The limits are ${Object.keys(defaultLimits).join(", ")}`);
    throwIfAny(checkLimits({ [name]: value }));
    await db.write(async (transaction) => {
      const partner = await partners.findPartner(transaction, partnerId);
      if (!partner) throw notFound();
      await partners.changePartner(
        transaction,
        { partnerId },
        { limits: { ...partner.limits, [name]: value } },
      );
      const details = { fields: [`limits.${name}`] };
      await audit.record(transaction, "PARTNER_CHANGED", partnerId, { by, ownerUserId: partnerId, details });
    });
  }

  /** Adds an owner, e.g. to a partner whose only owner has left. Throws NOT_FOUND, INVALID, INVALID_STATE. */
  async addOwner(by: Actor, partnerId: string, phoneNumber: string): Promise<void> {
    const { db, partnerMembers } = this.deps;
    await db.write(async (transaction) => {
      if (!(await partners.findPartner(transaction, partnerId))) throw notFound();
      await partnerMembers.insert(transaction, by, { partnerId, phoneNumber, role: "OWNER" });
    });
  }
}

function hasTerms(present: PartnerTerms, { serviceFee = null, limits }: PartnerTerms): boolean {
  const names = Object.keys(limits) as (keyof ChangeableLimits)[];
  return present.serviceFee === serviceFee && names.every((name) => present.limits[name] === limits[name]);
}

function isLimit(name: string): name is keyof PartnerLimits {
  return Object.hasOwn(defaultLimits, name);
}
