/**
 * Grants and checks the staff role. Guards: the role comes only from `STAFF_PHONES` and `npm run staff`, and
 * is looked up on each request. A removed staff member is logged out immediately, and their cases are
 * released. Calls: the auth module for the sessions.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError } from "../../core/errors";
import { access, type ActionFor } from "../../core/access.rules";
import { assertMay, type Principal, type Staff, type StaffGuard } from "../../core/principal";
import type { OpenApprovals } from "../approval/openApprovals.service";
import type { AuditService } from "../audit/audit.service";
import { endSessions } from "../auth/auth.repository";
import { normalisePhone } from "../user/phone.rules";
import { findUserByPhone } from "../user/user.repository";
import { releaseCasesByStaff } from "../visaRequest/visaRequest.repository";
import { hasGivenSecondFactor, removeSecondFactor } from "./secondFactor.repository";
import type { StaffMemberEntity } from "./staff.entity";
import * as staff from "./staff.repository";

interface Deps extends Pick<Platform, "db" | "clock"> {
  audit: AuditService;
  openApprovals: OpenApprovals;
  /** Whether a login has to give a second factor before it has the role. */
  requiresSecondFactor: boolean;
}

export class StaffService implements StaffGuard {
  constructor(private readonly deps: Deps) {}

  /**
   * Returns the caller as staff; every staff operation calls this first. Errors: UNAUTHENTICATED,
   * FORBIDDEN, SECOND_FACTOR_REQUIRED.
   */
  async requireStaff(viewer: Principal, action: ActionFor<"staff" | "staffSigningIn">): Promise<Staff> {
    const principal = await this.#findRole(viewer);
    assertMay(principal, action);
    if (access[action] === "staff" && !(await this.#hasGivenAllFactors(principal)))
      throw new DomainError("SECOND_FACTOR_REQUIRED", "Confirm with the code of your authenticator app");
    return principal;
  }

  get requiresSecondFactor(): boolean {
    return this.deps.requiresSecondFactor;
  }

  /** True if the viewer is staff and this login has given a second factor, if one is required. */
  async isActingStaff(viewer: Principal): Promise<boolean> {
    const principal = await this.#findRole(viewer);
    return principal.kind === "staff" && this.#hasGivenAllFactors(principal);
  }

  /** Removes a number's authenticator app and ends its sessions; false if it has none. Errors: INVALID. */
  async resetSecondFactor(phone: string): Promise<boolean> {
    const phoneNumber = readPhone(phone);
    const { audit, clock, db } = this.deps;
    return db.write(async (transaction) => {
      const member = await staff.findMember(transaction, phoneNumber);
      if (!member || !(await removeSecondFactor(transaction, member.staffMemberId))) return false;
      const user = await findUserByPhone(transaction, phoneNumber);
      if (user) await endSessions(transaction, { userId: user.userId }, clock.now());
      const note = { by: "SYSTEM" as const, ...(user && { ownerUserId: user.userId }) };
      await audit.record(transaction, "SECOND_FACTOR_RESET", member.staffMemberId, note);
      return true;
    });
  }

  async isStaff(userId: string, transaction?: EntityManager): Promise<boolean> {
    return (await this.findMemberId(userId, transaction)) !== undefined;
  }

  /** Returns the id of the account's staff number; undefined if the account is not staff. */
  async findMemberId(userId: string, transaction?: EntityManager): Promise<string | undefined> {
    return (await staff.findStaffUser(transaction ?? this.deps.db.rows, userId))?.staffMemberId;
  }

  /** Returns current and former staff by id, in the order of the ids; undefined for an unknown id. */
  async findPeople(staffIds: readonly string[]): Promise<(staff.StaffPerson | undefined)[]> {
    const people = await staff.findPeople(this.deps.db.rows, staffIds);
    return staffIds.map((staffId) => people.find((person) => person.staffId === staffId));
  }

  async list(): Promise<StaffMemberEntity[]> {
    return staff.findMembers(this.deps.db.read);
  }

  /** Gives a number the role. Returns false if it already has it. Errors: INVALID. */
  async add(phone: string): Promise<boolean> {
    const phoneNumber = readPhone(phone);
    return this.deps.db.write((transaction) => this.#insert(transaction, phoneNumber, "COMMAND"));
  }

  /**
   * Takes the role from a number and ends its sessions. Returns false if it does not have the role. Errors:
   * INVALID, INVALID_STATE.
   */
  async remove(phone: string): Promise<boolean> {
    const phoneNumber = readPhone(phone);
    return this.deps.db.write(async (transaction) => {
      const member = await staff.findMember(transaction, phoneNumber);
      if (!member) return false;
      if (member.source === "SETTING")
        throw new DomainError(
          "INVALID_STATE",
          "This number is in STAFF_PHONES: remove it there and restart the server",
        );
      await this.#remove(transaction, member);
      return true;
    });
  }

  /** Gives the role to the numbers in `STAFF_PHONES`, and takes it from numbers that are no longer in it. */
  async applySetting(phoneNumbers: readonly string[]): Promise<void> {
    const { db } = this.deps;
    const planned = planStaff(await staff.findMembers(db.read), phoneNumbers);
    if (planned.removed.length + planned.added.length === 0) return;
    await db.write(async (transaction) => {
      // Another process that started with the same setting may have applied it in the meantime.
      const { removed, added } = planStaff(await staff.findMembers(transaction), phoneNumbers);
      for (const member of removed) await this.#remove(transaction, member);
      for (const phoneNumber of added) await this.#insert(transaction, phoneNumber, "SETTING");
    });
  }

  /** Looked up per action: a lookup with each session would cost every traveller's request a statement. */
  async #findRole(principal: Principal): Promise<Principal> {
    const { session } = principal;
    const user = session && (await staff.findStaffUser(this.deps.db.rows, session.userId));
    if (!user) return principal;
    const { userId: staffId, name, phoneNumber, staffMemberId } = user;
    return { ...principal, kind: "staff", session, staffId, name, phoneNumber, staffMemberId };
  }

  async #hasGivenAllFactors({ session }: Staff): Promise<boolean> {
    const { db, requiresSecondFactor } = this.deps;
    return !requiresSecondFactor || hasGivenSecondFactor(db.rows, session.sessionId);
  }

  async #insert(
    transaction: EntityManager,
    phoneNumber: string,
    source: StaffMemberEntity["source"],
  ): Promise<boolean> {
    if (await staff.findMember(transaction, phoneNumber)) return false;
    const staffMemberId = randomUUID();
    const addedAt = this.deps.clock.now().toISOString();
    await staff.insertMember(transaction, { staffMemberId, phoneNumber, source, addedAt });
    await this.deps.audit.record(transaction, "STAFF_ADDED", staffMemberId, { by: "SYSTEM" });
    return true;
  }

  async #remove(
    transaction: EntityManager,
    { staffMemberId, phoneNumber }: StaffMemberEntity,
  ): Promise<void> {
    const { audit, clock, openApprovals } = this.deps;
    await removeSecondFactor(transaction, staffMemberId);
    await staff.removeMember(transaction, staffMemberId);
    const user = await findUserByPhone(transaction, phoneNumber);
    if (user) {
      await endSessions(transaction, { userId: user.userId }, clock.now());
      await releaseCasesByStaff(transaction, user.userId);
      await openApprovals.closeAskedBy(transaction, user.userId);
    }
    const note = { by: "SYSTEM" as const, ...(user && { ownerUserId: user.userId }) };
    await audit.record(transaction, "STAFF_REMOVED", staffMemberId, note);
  }
}

/** Returns the additions and removals that make staff match the setting. */
function planStaff(members: readonly StaffMemberEntity[], phoneNumbers: readonly string[]) {
  return {
    removed: members.filter(
      ({ source, phoneNumber }) => source === "SETTING" && !phoneNumbers.includes(phoneNumber),
    ),
    added: phoneNumbers.filter((phone) => !members.some(({ phoneNumber }) => phoneNumber === phone)),
  };
}

function readPhone(phone: string): string {
  const phoneNumber = normalisePhone(phone);
  if (!phoneNumber) throw new DomainError("INVALID", `This is not a mobile number: ${phone}`);
  return phoneNumber;
}
