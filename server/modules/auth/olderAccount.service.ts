/**
 * Handles recycled phone numbers. Invariant: if an account was unused for `dormantDays`, a code for its number opens a
 * new account. The old account stays closed until the user states a detail of one of its applicants. Attempts are
 * limited and recorded in the audit log. Calls: the history of accounts.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import type { Change } from "../../platform/db/changes";
import { DomainError, notFound } from "../../core/errors";
import { requirePerson, type Principal, type StaffGuard } from "../../core/principal";
import type { ApprovalService } from "../approval/approval.service";
import type { AuditService } from "../audit/audit.service";
import type { NotificationService } from "../notification/notification.service";
import { isDormant } from "../user/dormancy.rules";
import type { UserEntity } from "../user/user.entity";
import { findArchived, findUser } from "../user/user.reads";
import type { UserAccountService } from "../user/userAccount.service";
import { findAccount } from "./auth.repository";
import { maxIdentityAttempts, readClaim, type AccountHistory, type SentClaim } from "./olderAccount.rules";
import type { OpenedSession, SessionService } from "./session.service";

interface Deps extends Pick<Platform, "db" | "clock"> {
  audit: AuditService;
  sessions: SessionService;
  approvals: ApprovalService;
  staff: Pick<StaffGuard, "isStaff">;
  history: AccountHistory;
  accounts: UserAccountService;
  notifications: NotificationService;
}

const askSupport = "Please contact support so that we can verify your identity";

export class OlderAccountService {
  constructor(private readonly deps: Deps) {}

  /**
   * Returns the account of the number and the changes that open it. A dormant account with data is archived and
   * replaced by a new one, unless its number belongs to staff.
   */
  async openAccount(
    transaction: EntityManager,
    phoneNumber: string,
  ): Promise<{ user: UserEntity; isStaff: boolean; changes: Change[] }> {
    const { accounts, audit, clock, sessions } = this.deps;
    const now = clock.now();
    const { user: known, isStaff } = await findAccount(transaction, phoneNumber);
    const mayHaveNewOwner =
      known &&
      isDormant(known, now) &&
      // Staff numbers are exempt, because operators maintain the list of staff.
      !isStaff &&
      // An account without data is reopened, because it reveals nothing.
      (await this.#hasData(transaction, known));
    if (mayHaveNewOwner) {
      await sessions.endSessions(transaction, { userId: known.userId });
      await accounts.archive(transaction, audit, known);
    }
    return { ...accounts.open(mayHaveNewOwner ? undefined : known, phoneNumber, now), isStaff };
  }

  /** Returns the attempts left for an older account of the caller's number; undefined if there is no such account. */
  async findAttemptsLeft(
    caller: Principal,
    { userId, phoneNumber }: UserEntity,
  ): Promise<number | undefined> {
    if (caller.session?.userId !== userId) return undefined;
    const { db, history } = this.deps;
    const older = await this.#findOlder(db.read, phoneNumber);
    if (older.length === 0) return undefined;
    let maxLeft = 0;
    for (const account of older)
      if (await history.hasApplicants(db.read, account.userId))
        maxLeft = Math.max(maxLeft, maxIdentityAttempts - account.identityTries);
    return maxLeft;
  }

  /**
   * Restores the older account of the caller's number if the claim matches one of its applicants, and merges
   * the current account into it. Throws UNAUTHENTICATED, NOT_FOUND, REQUIRED, INVALID, INVALID_STATE.
   */
  async confirm(
    caller: Principal,
    input: SentClaim,
  ): Promise<OpenedSession & { user: UserEntity; deviceToken: null }> {
    const { userId } = requirePerson(caller, "confirmIdentity");
    const { accounts, audit, db, history } = this.deps;
    const claim = readClaim(input);
    const field = claim.passportNumber && !claim.dateOfBirth ? "passportNumber" : "dateOfBirth";
    if (!claim.dateOfBirth && !claim.passportNumber)
      throw new DomainError("REQUIRED", "Enter a date of birth or a passport number", { field });
    // A failed attempt must be committed, so the transaction returns the attempts left instead of throwing.
    const outcome = await db.write(async (transaction) => {
      const me = await findUser(transaction, userId);
      const older = me ? await this.#findOlder(transaction, me.phoneNumber) : [];
      if (!me || older.length === 0) throw notFound();
      const open = older.filter(({ identityTries }) => identityTries < maxIdentityAttempts);
      for (const account of open)
        if (await history.matchesApplicant(transaction, account.userId, claim))
          return this.#restore(transaction, caller, { me, account });
      for (const account of open) {
        await accounts.countIdentityAttempt(transaction, account.userId);
        const note = { by: caller, ownerUserId: account.userId };
        await audit.record(transaction, "IDENTITY_REFUSED", account.userId, note);
      }
      return Math.max(0, ...open.map(({ identityTries }) => maxIdentityAttempts - identityTries - 1));
    });
    if (typeof outcome !== "number") return outcome;
    if (outcome === 0) throw new DomainError("INVALID_STATE", askSupport);
    const message = `These details do not match any applicant. ${outcome} ${outcome === 1 ? "attempt" : "attempts"} left`;
    throw new DomainError("INVALID", message, { field });
  }

  /** Returns the archived accounts of a number. Omits those without data, because there is nothing to open. */
  async #findOlder(db: EntityManager, phoneNumber: string): Promise<UserEntity[]> {
    const older = [];
    for (const account of await findArchived(db, phoneNumber))
      if (await this.#hasData(db, account)) older.push(account);
    return older;
  }

  async #hasData(db: EntityManager, { userId, name, email }: UserEntity): Promise<boolean> {
    return Boolean(name || email) || this.deps.history.hasAny(db, userId);
  }

  async #restore(
    transaction: EntityManager,
    caller: Principal,
    { me, account }: { me: UserEntity; account: UserEntity },
  ) {
    const { accounts, approvals, audit, clock, history, notifications, sessions, staff } = this.deps;
    const { userId } = account;
    const whose = { from: me.userId, to: userId };
    await history.moveAll(transaction, caller, whose);
    await notifications.move(transaction, whose);
    await sessions.endSessions(transaction, { userId: me.userId });
    await approvals.closeAskedBy(transaction, me.userId);
    await accounts.anonymise(transaction, me.userId);
    const profile = { name: me.name || account.name, email: me.email ?? account.email };
    await accounts.restore(transaction, { ...account, ...profile }, clock.now());
    await audit.record(transaction, "IDENTITY_CONFIRMED", userId, { by: caller, ownerUserId: userId });
    const user = (await findUser(transaction, userId))!;
    const isStaff = await staff.isStaff(userId, transaction);
    const session = await sessions.open(transaction, caller, { userId, isStaff });
    return { ...session, user, deviceToken: null };
  }
}
