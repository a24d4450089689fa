/**
 * The caller's own profile. Guards: nobody sees or changes another's; another number needs a code of its own and one of the
 * present number, which is told of it; who has an approval open keeps the number.
 * Calls: the logins for those codes, the notifications.
 */
import type { EntityManager } from "typeorm";
import type { Database } from "../../db/database";
import { DomainError, notFound, throwIfAny, type UserErrorCode, type Violation } from "../../errors";
import { requireSession, type Viewer } from "../../viewer";
import type { AuditService } from "../audit/audit.service";
import { normalisePhone } from "./phone.rules";
import { checkProfile, type ProfileInput } from "./profile.rules";
import type { UserEntity } from "./user.entity";
import { findUser, findUserByPhone, updateUser } from "./user.repository";

/** A code that somebody brings, to prove that a number is theirs. */
export interface CodeProof {
  phoneNumber: string;
  otp: string;
  /** What `requestOtp` gave with it. */
  handle?: string | null | undefined;
  /** The field that is told where it is wrong; `otp` where it is not named. */
  field?: string;
}

/** The codes that a change of number wants: of the new number, and of the present one. */
interface NumberProof {
  otp?: string | null | undefined;
  handle?: string | null | undefined;
  presentOtp?: string | null | undefined;
  presentHandle?: string | null | undefined;
}

/** What a change of number needs of the logins, which come after the users: LoginCodeService does it. */
export interface UserCodes {
  /** Does the work in the transaction that uses up these codes. Errors: OTP_*, RATE_LIMITED. */
  withCodesOf<T>(
    viewer: Viewer,
    proofs: readonly CodeProof[],
    work: (transaction: EntityManager) => Promise<T>,
  ): Promise<T>;
}

/** And of the sessions: SessionService does it. */
export interface UserSessions {
  /** Ends all sessions of a user, but the one to be kept. */
  endSessions(transaction: EntityManager, whose: { userId: string; keep?: string }): Promise<void>;
}

/** And of the approvals: OpenApprovals does it. */
export interface AskedApprovals {
  /** Errors: INVALID_STATE if an approval that the account asked for is open. */
  assertNoneAskedBy(db: EntityManager, userId: string): Promise<void>;
}

interface Deps {
  db: Database;
  audit: AuditService;
  approvals: AskedApprovals;
  codes: UserCodes;
  sessions: UserSessions;
  /** Told after the change; what is wrong with the sending is not the caller's. */
  notices: { tellNumberChanged(phoneNumber: string): Promise<void> };
}

export class UserService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Who is logged in; undefined for a visitor. */
  async findMe(viewer: Viewer): Promise<UserEntity | undefined> {
    return viewer.session && findUser(this.#deps.db.rows, viewer.session.userId);
  }

  /** The caller, asked for by id: absent and somebody else look the same. */
  async getUser(viewer: Viewer, userId: string): Promise<UserEntity> {
    const session = requireSession(viewer);
    const user = session.userId === userId ? await this.findMe(viewer) : undefined;
    if (!user) throw notFound();
    return user;
  }

  /** Errors: REQUIRED, INVALID, TOO_LONG, CONFLICT, INVALID_STATE, OTP_INVALID, OTP_EXPIRED. */
  async updateProfile(viewer: Viewer, input: ProfileInput & NumberProof): Promise<UserEntity> {
    const session = requireSession(viewer);
    throwIfAny(checkProfile(input));
    const me = await this.getUser(viewer, session.userId);
    const phoneNumber = input.phoneNumber ? normalisePhone(input.phoneNumber)! : me.phoneNumber;
    const changes = {
      ...(input.name != null && { name: input.name.trim() }),
      ...(input.email !== undefined && { email: input.email?.trim() || null }),
    };
    const { audit, codes, db, notices } = this.#deps;
    if (phoneNumber === me.phoneNumber)
      await db.write(async (transaction) => {
        await updateUser(transaction, me.userId, changes);
        const fields = changedNames(me, changes);
        const note = { by: viewer, ownerUserId: me.userId, details: { fields } };
        if (fields.length > 0) await audit.record(transaction, "PROFILE_CHANGED", me.userId, note);
      });
    else {
      // Also before codes are used up; the check that counts is inside the transaction.
      await this.#deps.approvals.assertNoneAskedBy(db.read, me.userId);
      throwIfAny(findMissingCodes(input));
      const proofs = [
        {
          phoneNumber: me.phoneNumber,
          otp: input.presentOtp!,
          handle: input.presentHandle,
          field: "presentOtp",
        },
        { phoneNumber, otp: input.otp!, handle: input.handle },
      ];
      await codes.withCodesOf(viewer, proofs, (transaction) =>
        this.#changeNumber(transaction, viewer, me, { ...changes, phoneNumber }),
      );
      await notices.tellNumberChanged(me.phoneNumber);
    }
    return this.getUser(viewer, session.userId);
  }

  /** A new number may mean a new phone: whoever holds the old one is logged out. */
  async #changeNumber(
    transaction: EntityManager,
    viewer: Viewer,
    before: UserEntity,
    changes: { name?: string; email?: string | null; phoneNumber: string },
  ): Promise<void> {
    const { userId, sessionId } = requireSession(viewer);
    if (await findUserByPhone(transaction, changes.phoneNumber))
      throw new DomainError("CONFLICT", "This number already has an account", { field: "phoneNumber" });
    const { approvals, audit, sessions } = this.#deps;
    await approvals.assertNoneAskedBy(transaction, userId);
    await updateUser(transaction, userId, changes);
    await sessions.endSessions(transaction, { userId, keep: sessionId });
    await audit.record(transaction, "PHONE_CHANGED", userId, {
      by: viewer,
      ownerUserId: userId,
      details: { fields: ["phoneNumber", ...changedNames(before, changes)] },
    });
  }
}

/** A code to the new number alone would make a stolen login a stolen account. */
function findMissingCodes({ otp, presentOtp }: NumberProof): Violation<UserErrorCode>[] {
  const missing = (field: string, message: string) => ({ field, code: "REQUIRED" as const, message });
  return [
    ...(presentOtp?.trim()
      ? []
      : [missing("presentOtp", "Enter the code that was sent to your present number")]),
    ...(otp?.trim() ? [] : [missing("otp", "Enter the code that was sent to the new number")]),
  ];
}

/** The names of what a change changes, for the audit log; never the values. */
function changedNames(before: UserEntity, changes: { name?: string; email?: string | null }): string[] {
  return (["name", "email"] as const).filter((name) => name in changes && changes[name] !== before[name]);
}
