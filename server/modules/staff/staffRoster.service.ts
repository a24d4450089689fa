/** Grants and revokes the staff role. Removing a staff member ends their sessions and releases their cases. */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError } from "../../core/errors";
import type { ApprovalService } from "../approval/approval.service";
import type { AuditService } from "../audit/audit.service";
import type { SessionService } from "../auth/session.service";
import { isDormant } from "../user/dormancy.rules";
import { toStoredPhone } from "../user/phoneCountry.rules";
import { findUser, findUserByPhone } from "../user/user.reads";
import type { UserAccountService } from "../user/userAccount.service";
import type { VisaRequestService } from "../visaRequest/visaRequest.service";
import type { StaffMemberEntity } from "./staff.entity";
import * as staff from "./staff.repository";

/** Account id of the test world's automatic staff member, which has no phone number. */
const automatonId = "7e57a070-0000-4000-8000-000000000000";

interface Deps extends Pick<Platform, "db" | "clock"> {
  accounts: Pick<UserAccountService, "archive" | "openPartner">;
  audit: AuditService;
  approvals: ApprovalService;
  sessions: Pick<SessionService, "endSessions" | "endSessionsKeepingDevices">;
  visaRequests: Pick<VisaRequestService, "releaseCases">;
}

export class StaffRosterService {
  constructor(private readonly deps: Deps) {}

  /** Removes a number's authenticator app, sessions and known devices; returns false if it has no app. Errors: INVALID. */
  async resetSecondFactor(phone: string): Promise<boolean> {
    const phoneNumber = readPhone(phone);
    const { audit, db, sessions } = this.deps;
    return db.write(async (transaction) => {
      const member = await staff.findMember(transaction, phoneNumber);
      if (!member || !(await staff.removeSecondFactor(transaction, member.staffMemberId))) return false;
      const user = await findUserByPhone(transaction, phoneNumber);
      if (user) await sessions.endSessions(transaction, { userId: user.userId });
      const note = { by: "SYSTEM" as const, ...(user && { ownerUserId: user.userId }) };
      await audit.record(transaction, "SECOND_FACTOR_RESET", member.staffMemberId, note);
      return true;
    });
  }

  async list(): Promise<StaffMemberEntity[]> {
    return staff.findMembers(this.deps.db.read);
  }

  /** Gives a number the role. Returns false if it already has the role. Errors: INVALID. */
  async add(phone: string): Promise<boolean> {
    const phoneNumber = readPhone(phone);
    return this.deps.db.write((transaction) => this.#insert(transaction, phoneNumber, "COMMAND"));
  }

  /**
   * Returns the account id of the test world's automatic staff member; the first call creates the account. No one can
   * sign in to it.
   */
  async openAutomaton(name: string): Promise<string> {
    const { accounts, clock, db } = this.deps;
    return db.write(async (transaction) => {
      const user = await findUser(transaction, automatonId);
      if (!user) await accounts.openPartner(transaction, { partnerId: automatonId, name }, clock.now());
      const { phoneNumber } = user ?? (await findUser(transaction, automatonId))!;
      await this.#insert(transaction, phoneNumber, "COMMAND");
      return automatonId;
    });
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
      // Compares again, because another process that started with the same setting may have applied it in the meantime.
      const { removed, added } = planStaff(await staff.findMembers(transaction), phoneNumbers);
      for (const member of removed) await this.#remove(transaction, member);
      for (const phoneNumber of added) await this.#insert(transaction, phoneNumber, "SETTING");
    });
  }

  async #insert(
    transaction: EntityManager,
    phoneNumber: string,
    source: StaffMemberEntity["source"],
  ): Promise<boolean> {
    const { accounts, audit, clock } = this.deps;
    if (await staff.findMember(transaction, phoneNumber)) return false;
    const now = clock.now();
    const present = await findUserByPhone(transaction, phoneNumber);
    // The staff member may be a new holder of the number. Later logins open a staff account without an identity check.
    if (present && isDormant(present, now)) await accounts.archive(transaction, audit, present);
    const staffMemberId = randomUUID();
    const addedAt = now.toISOString();
    await staff.insertMember(transaction, { staffMemberId, phoneNumber, source, addedAt });
    await audit.record(transaction, "STAFF_ADDED", staffMemberId, { by: "SYSTEM" });
    return true;
  }

  async #remove(
    transaction: EntityManager,
    { staffMemberId, phoneNumber }: StaffMemberEntity,
  ): Promise<void> {
    const { approvals, audit, clock, sessions, visaRequests } = this.deps;
    await staff.removeSecondFactor(transaction, staffMemberId);
    await staff.removeMember(transaction, staffMemberId);
    const user = await findUserByPhone(transaction, phoneNumber);
    if (user) {
      await sessions.endSessionsKeepingDevices(transaction, { userId: user.userId }, clock.now());
      await visaRequests.releaseCases(transaction, user.userId);
      await approvals.closeAskedBy(transaction, user.userId);
    }
    const note = { by: "SYSTEM" as const, ...(user && { ownerUserId: user.userId }) };
    await audit.record(transaction, "STAFF_REMOVED", staffMemberId, note);
  }
}

function planStaff(members: readonly StaffMemberEntity[], phoneNumbers: readonly string[]) {
  return {
    removed: members.filter(
      ({ source, phoneNumber }) => source === "SETTING" && !phoneNumbers.includes(phoneNumber),
    ),
    added: phoneNumbers.filter((phone) => !members.some(({ phoneNumber }) => phoneNumber === phone)),
  };
}

function readPhone(phone: string): string {
  const phoneNumber = toStoredPhone(phone);
  if (!phoneNumber) throw new DomainError("INVALID", `This is not a mobile number: ${phone}`);
  return phoneNumber;
}
