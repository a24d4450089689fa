/**
 * Creates, archives, restores and erases accounts, and records their last use. All methods run in the
 * caller's transaction. Calls: the audit log.
 */
import type { EntityManager } from "typeorm";
import type { AuditService } from "../audit/audit.service";
import type { UserEntity } from "./user.entity";
import * as users from "./user.repository";

export class UserAccountService {
  /** Returns the account of a number, or a new one, and the changes that record its use or insert it. */
  readonly open = users.openUser;
  /** Returns the account of a number and creates it if necessary. */
  readonly findOrOpen = users.findOrInsertUser;
  readonly openById = users.openUserById;
  readonly openPartner = users.insertPartnerUser;
  readonly recordSeen = users.recordSeen;
  /** Gives an archived account its former number, and this name and e-mail address. The number must not be in use. */
  readonly restore = users.restore;
  /** Counts a failed attempt to prove who owns an archived account. */
  readonly countIdentityAttempt = users.countIdentityAttempt;
  /** Permanently removes name, number and e-mail address. The number can be used for a new account. */
  readonly anonymise = users.anonymiseUser;

  /** Removes only the account's number, so that it can be used for another account. */
  async archive(transaction: EntityManager, audit: AuditService, user: UserEntity): Promise<void> {
    const { userId } = user;
    await users.archive(transaction, user);
    await audit.record(transaction, "ACCOUNT_SET_ASIDE", userId, { by: "SYSTEM", ownerUserId: userId });
  }
}
