/**
 * Lets people create partners in the test world themselves, and sign in to it. Runs in both worlds: the live world
 * passes each call on to the test world. The caller's account has the same id in both worlds, so that the next holder
 * of a number does not get the previous holder's test partners. Calls: the partner module.
 */
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { scopes } from "../../core/access.rules";
import { DomainError, notFound } from "../../core/errors";
import { requirePerson, type Principal } from "../../core/principal";
import type { AccountErasureService } from "../account/accountErasure.service";
import type { AuditService } from "../audit/audit.service";
import { testNumbers } from "../auth/loginCode.rules";
import type { OpenedSession, SessionService } from "../auth/session.service";
import type { CreatedKey, PartnerKeyService } from "../partner/partnerKey.service";
import type { PartnerMemberService } from "../partner/partnerMember.service";
import type { PartnerView } from "../partner/partner.logic";
import type { PartnerRosterService } from "../partner/partnerRoster.service";
import type { UserEntity } from "../user/user.entity";
import { findUser, findUserByPhone } from "../user/user.reads";
import type { UserAccountService } from "../user/userAccount.service";
import { maxTestPartners, testPartnerLimits, unusedDays } from "./testPartner.rules";

interface NewTestPartner {
  name: string;
  email: string;
}

interface Deps extends Pick<Platform, "clock" | "db" | "world"> {
  accountErasure: AccountErasureService;
  accounts: UserAccountService;
  audit: AuditService;
  partnerKeys: PartnerKeyService;
  partnerMembers: PartnerMemberService;
  partnerRoster: PartnerRosterService;
  sessions: SessionService;
}

export class TestPartnerService {
  #testWorld: TestPartnerService | undefined;

  constructor(private readonly deps: Deps) {
    if (deps.world.name === "test") this.#testWorld = this;
  }

  /** Connects the live world with the test world of this process. */
  connect(testWorld: TestPartnerService): void {
    this.#testWorld = testWorld;
    this.deps.accountErasure.onErase((user) => testWorld.#erase(user));
  }

  /** Creates a test partner. Throws UNAUTHENTICATED, INVALID_STATE, REQUIRED, INVALID, TOO_LONG. */
  async create(caller: Principal, input: NewTestPartner): Promise<CreatedKey & { partner: PartnerView }> {
    const { userId } = requirePerson(caller, "createTestPartner");
    return this.#getTestWorld().#create(await this.#getUser(userId), input);
  }

  /** Opens a session in the test world. Throws UNAUTHENTICATED, INVALID_STATE. */
  async enter(caller: Principal): Promise<OpenedSession> {
    const { userId } = requirePerson(caller, "enterTestWorld");
    return this.#getTestWorld().#enter(caller, await this.#getUser(userId));
  }

  /** Removes unused partners with their applications. */
  async removeUnused(): Promise<void> {
    const { accountErasure, clock, partnerRoster } = this.deps;
    const before = new Date(clock.now().getTime() - unusedDays * 24 * 60 * 60_000).toISOString();
    for (const { partnerId, createdAt, endedAt, keys } of await partnerRoster.list()) {
      if (endedAt || createdAt >= before || keys.some(({ lastUsedAt }) => lastUsedAt && lastUsedAt >= before))
        continue;
      await accountErasure.eraseTestAccount(partnerId, (transaction) =>
        partnerRoster.remove(transaction, partnerId),
      );
    }
  }

  #getTestWorld(): TestPartnerService {
    if (this.#testWorld) return this.#testWorld;
    throw new DomainError("INVALID_STATE", "There is no test world here");
  }

  async #getUser(userId: string): Promise<UserEntity> {
    const user = await findUser(this.deps.db.rows, userId);
    if (!user) throw notFound();
    if (this.deps.world.name === "live" && user.phoneNumber.startsWith(testNumbers))
      throw new DomainError(
        "INVALID_STATE",
        `Anyone can sign in to the test world with a number that begins with ${testNumbers}. Change your mobile number first`,
      );
    return user;
  }

  async #create(owner: UserEntity, input: NewTestPartner) {
    const { partnerKeys, partnerMembers, partnerRoster } = this.deps;
    await this.#openAccount(owner);
    const check = async (transaction: EntityManager) => {
      if ((await partnerMembers.countActive(transaction, owner.userId)) >= maxTestPartners)
        throw new DomainError("INVALID_STATE", `You have ${maxTestPartners} test partners. Use one of them`);
    };
    const { name, email } = input;
    const given = { name, email, ownerPhoneNumber: owner.phoneNumber, limits: testPartnerLimits };
    const partner = await partnerRoster.create("SYSTEM", given, check);
    const created = await partnerKeys.createFirst(partner.partnerId, scopes);
    return { ...created, partner: { ...partner, keys: [created.key] } };
  }

  async #enter(caller: Principal, user: UserEntity): Promise<OpenedSession> {
    const { db, sessions } = this.deps;
    const { userId } = user;
    await this.#openAccount(user);
    return db.write((transaction) => sessions.open(transaction, caller, { userId, isStaff: false }));
  }

  /** Erases the test account of an erased live account. */
  async #erase({ userId, phoneNumber }: UserEntity): Promise<void> {
    const { accountErasure, db } = this.deps;
    // Anyone can sign in to the test world with a test number, so its account there may be another person's.
    const isShared = phoneNumber.startsWith(testNumbers);
    const user =
      (await findUser(db.rows, userId)) ??
      (isShared ? undefined : await findUserByPhone(db.read, phoneNumber));
    if (!user) return;
    await accountErasure.eraseTestAccount(user.userId).catch((error: unknown) => {
      // A concurrent erasure was faster.
      if (!(error instanceof DomainError && error.code === "NOT_FOUND")) throw error;
    });
  }

  async #openAccount({ userId, phoneNumber }: UserEntity): Promise<void> {
    const { accounts, audit, clock, db, sessions } = this.deps;
    await db.write(async (transaction) => {
      const other = await findUserByPhone(transaction, phoneNumber);
      if (other && other.userId !== userId) {
        await sessions.endSessions(transaction, { userId: other.userId });
        await accounts.archive(transaction, audit, other);
      }
      await accounts.openById(transaction, { userId, phoneNumber }, clock.now());
    });
  }
}
