/** The caller's own profile. A new number requires a code sent to it, and one sent to the current number. */
import { missing } from "../../core/text.rules";
import type { EntityManager } from "typeorm";
import type { Database } from "../../platform/db/database";
import { DomainError, notFound, throwIfAny, type UserErrorCode, type Violation } from "../../core/errors";
import type { Clock } from "../../core/ports";
import { requirePerson, requireSession, type Principal, type StaffGuard } from "../../core/principal";
import type { AuditService } from "../audit/audit.service";
import { isDormant } from "./dormancy.rules";
import { noPhoneNumber } from "./phone.rules";
import { toStoredPhone } from "./phoneCountry.rules";
import { checkProfile, type ProfileInput } from "./profile.rules";
import type { UserEntity } from "./user.entity";
import { findUser, findUserByPhone } from "./user.reads";
import { updateUser } from "./user.repository";
import type { UserAccountService } from "./userAccount.service";

/** A one-time code that proves control of a number. */
export interface CodeProof {
  phoneNumber: string;
  otp: string;
  /** The challenge id that `requestOtp` returned with the code. */
  handle?: string | null | undefined;
  /** The field to which errors are attached; `otp` by default. */
  field?: string;
}

/** The codes for a change of number: one sent to the new number and one sent to the current number. */
interface NumberProof {
  otp?: string | null | undefined;
  handle?: string | null | undefined;
  presentOtp?: string | null | undefined;
  presentHandle?: string | null | undefined;
}

/** The login-code functions that a change of number needs. Implemented by CodeAttemptService, which depends on `user`. */
export interface UserCodes {
  /** Runs `work` in the transaction that consumes these codes. Throws OTP_*, RATE_LIMITED. */
  withCodes<T>(
    caller: Principal,
    proofs: readonly CodeProof[],
    work: (transaction: EntityManager) => Promise<T>,
  ): Promise<T>;
  /** Voids the codes of a number and removes the number from them. */
  anonymise(transaction: EntityManager, phoneNumber: string): Promise<void>;
}

/** Implemented by SessionService. */
export interface UserSessions {
  endSessions(transaction: EntityManager, whose: { userId: string; keep?: string }): Promise<void>;
}

/** Implemented by ApprovalService. */
interface AskedApprovals {
  /** Throws INVALID_STATE if an approval that the user requested is open. */
  assertNoneAskedBy(db: EntityManager, userId: string): Promise<void>;
}

/** Implemented by VisaRequestService. */
interface AssignedCases {
  releaseCases(transaction: EntityManager, staffId: string): Promise<void>;
}

interface Deps {
  db: Database;
  clock: Clock;
  accounts: UserAccountService;
  audit: AuditService;
  approvals: AskedApprovals;
  codes: UserCodes;
  sessions: UserSessions;
  staff: Pick<StaffGuard, "isStaff">;
  visaRequests: AssignedCases;
  /** Called after the change. The caller does not see delivery failures. */
  notices: { notifyNumberChanged(phoneNumber: string): Promise<void> };
}

export class UserService {
  constructor(private readonly deps: Deps) {}

  /** Returns the user who is logged in, or undefined for a visitor. */
  async findMe(caller: Principal): Promise<UserEntity | undefined> {
    return caller.session && findUser(this.deps.db.rows, caller.session.userId);
  }

  /** Returns the caller's own account. Other users' ids are treated like ids that do not exist. */
  async getUser(caller: Principal, userId: string): Promise<UserEntity> {
    const session = requirePerson(caller, "getUser");
    const user = session.userId === userId ? await this.findMe(caller) : undefined;
    if (!user) throw notFound();
    return user;
  }

  /**
   * Updates the profile. Throws UNAUTHENTICATED, REQUIRED, INVALID, TOO_LONG, CONFLICT, INVALID_STATE, OTP_INVALID,
   * OTP_EXPIRED, RATE_LIMITED.
   */
  async updateProfile(caller: Principal, input: ProfileInput & NumberProof): Promise<UserEntity> {
    const session = requirePerson(caller, "updateProfile");
    throwIfAny(checkProfile(input));
    const me = await this.getUser(caller, session.userId);
    const phoneNumber = input.phoneNumber ? toStoredPhone(input.phoneNumber) : me.phoneNumber;
    if (!phoneNumber) throw new DomainError("INVALID", noPhoneNumber, { field: "phoneNumber" });
    const changes = {
      ...(input.name != null && { name: input.name.trim() }),
      ...(input.email !== undefined && { email: input.email?.trim() || null }),
    };
    const { audit, codes, db, notices } = this.deps;
    if (phoneNumber === me.phoneNumber)
      await db.write(async (transaction) => {
        await updateUser(transaction, me.userId, changes);
        const fields = changedNames(me, changes);
        const note = { by: caller, ownerUserId: me.userId, details: { fields } };
        if (fields.length > 0) await audit.record(transaction, "PROFILE_CHANGED", me.userId, note);
      });
    else {
      // Checked before codes are consumed. The transaction repeats the check, because an approval may have been
      // requested since.
      await this.deps.approvals.assertNoneAskedBy(db.read, me.userId);
      throwIfAny(findMissingCodes(input));
      const { otp, handle, presentOtp, presentHandle } = input;
      const proofs = [
        { phoneNumber: me.phoneNumber, otp: presentOtp!, handle: presentHandle, field: "presentOtp" },
        { phoneNumber, otp: otp!, handle },
      ];
      await codes.withCodes(caller, proofs, (transaction) =>
        this.#changeNumber(transaction, caller, me, { ...changes, phoneNumber }),
      );
      await notices.notifyNumberChanged(me.phoneNumber);
    }
    return this.getUser(caller, session.userId);
  }

  /** Changes the number, and ends all other sessions, because a new number may mean a new phone. */
  async #changeNumber(
    transaction: EntityManager,
    caller: Principal,
    before: UserEntity,
    changes: { name?: string; email?: string | null; phoneNumber: string },
  ): Promise<void> {
    const { userId, sessionId } = requireSession(caller);
    const { accounts, approvals, audit, clock, codes, sessions, staff, visaRequests } = this.deps;
    const holder = await findUserByPhone(transaction, changes.phoneNumber);
    if (holder) {
      // The caller may be the new owner of the number, as at a login.
      if (!isDormant(holder, clock.now()) || (await staff.isStaff(holder.userId, transaction)))
        throw new DomainError("CONFLICT", "This number already has an account", { field: "phoneNumber" });
      await sessions.endSessions(transaction, { userId: holder.userId });
      await accounts.archive(transaction, audit, holder);
    }
    await approvals.assertNoneAskedBy(transaction, userId);
    await updateUser(transaction, userId, changes);
    // An erasure of the account finds codes only by the current number.
    await codes.anonymise(transaction, before.phoneNumber);
    // The staff role belongs to the number. If the role ends with the change, the cases are released, because no one
    // else could take them.
    if (!(await staff.isStaff(userId, transaction))) await visaRequests.releaseCases(transaction, userId);
    await sessions.endSessions(transaction, { userId, keep: sessionId });
    await audit.record(transaction, "PHONE_CHANGED", userId, {
      by: caller,
      ownerUserId: userId,
      details: { fields: ["phoneNumber", ...changedNames(before, changes)] },
    });
  }
}

/**
 * Returns violations for missing codes. The code to the current number is required, because otherwise a stolen session
 * could take over the account.
 */
function findMissingCodes({ otp, presentOtp }: NumberProof): Violation<UserErrorCode>[] {
  return [
    ...(presentOtp?.trim()
      ? []
      : [missing("presentOtp", "Enter the code that was sent to your current number")]),
    ...(otp?.trim() ? [] : [missing("otp", "Enter the code that was sent to the new number")]),
  ];
}

/** Returns the names of changed fields for the audit log, never their values. */
function changedNames(before: UserEntity, changes: { name?: string; email?: string | null }): string[] {
  return (["name", "email"] as const).filter((name) => name in changes && changes[name] !== before[name]);
}
