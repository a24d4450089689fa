/**
 * Lets people create partners in the test world without staff, and enter it. Runs in both worlds: the live one
 * passes each call on to the test world, which knows the caller by the mobile number. Calls: the partner module.
 */
import type { Platform } from "../../platform/adapters/Platform";
import { scopes } from "../../core/access.rules";
import { DomainError, notFound } from "../../core/errors";
import { requirePerson, type Principal } from "../../core/principal";
import type { AccountErasureService } from "../account/accountErasure.service";
import type { OpenedSession, SessionService } from "../auth/session.service";
import type { CreatedKey, PartnerKeyService } from "../partner/partnerKey.service";
import type { PartnerMemberService } from "../partner/partnerMember.service";
import type { PartnerView } from "../partner/partner.logic";
import type { PartnerRosterService } from "../partner/partnerRoster.service";
import { findUser } from "../user/user.reads";
import type { UserAccountService } from "../user/userAccount.service";
import { maxTestPartners, testPartnerLimits, unusedDays } from "./testPartner.rules";

interface NewTestPartner {
  name: string;
  email: string;
}

interface Deps extends Pick<Platform, "clock" | "db" | "log" | "world"> {
  accountErasure: AccountErasureService;
  accounts: UserAccountService;
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
  }

  /** Throws UNAUTHENTICATED, INVALID_STATE, REQUIRED, INVALID, TOO_LONG. */
  async create(caller: Principal, input: NewTestPartner): Promise<CreatedKey & { partner: PartnerView }> {
    const { userId } = requirePerson(caller, "createTestPartner");
    return this.#getTestWorld().#create(await this.#getNumber(userId), input);
  }

  /** Throws UNAUTHENTICATED, INVALID_STATE. */
  async enter(caller: Principal): Promise<OpenedSession> {
    const { userId } = requirePerson(caller, "enterTestWorld");
    return this.#getTestWorld().#enter(caller, await this.#getNumber(userId));
  }

  /** Removes unused partners with their applications. One with a paid, undecided application stays until then. */
  async removeUnused(): Promise<void> {
    const { accountErasure, clock, log, partnerRoster } = this.deps;
    const before = new Date(clock.now().getTime() - unusedDays * 24 * 60 * 60_000).toISOString();
    for (const { partnerId, createdAt, endedAt, keys } of await partnerRoster.list()) {
      if (endedAt || createdAt >= before || keys.some(({ lastUsedAt }) => lastUsedAt && lastUsedAt >= before))
        continue;
      const remove = accountErasure.eraseUnattended(partnerId, (transaction) =>
        partnerRoster.remove(transaction, partnerId),
      );
      await remove.catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        log.info({ partnerId, code: error.code }, "unused test partner not removed yet");
      });
    }
  }

  #getTestWorld(): TestPartnerService {
    if (this.#testWorld) return this.#testWorld;
    throw new DomainError("INVALID_STATE", "There is no test world here");
  }

  async #getNumber(userId: string): Promise<string> {
    const user = await findUser(this.deps.db.rows, userId);
    if (!user) throw notFound();
    return user.phoneNumber;
  }

  async #create(ownerPhoneNumber: string, input: NewTestPartner) {
    const { partnerKeys, partnerMembers, partnerRoster } = this.deps;
    const { userId } = await this.#openAccount(ownerPhoneNumber);
    const own = await partnerMembers.listByUser(userId);
    if (own.filter(({ endedAt }) => !endedAt).length >= maxTestPartners)
      throw new DomainError("INVALID_STATE", `You have ${maxTestPartners} test partners. Use one of them`);
    const { name, email } = input;
    const limits = testPartnerLimits;
    const partner = await partnerRoster.create("SYSTEM", { name, email, ownerPhoneNumber, limits });
    const created = await partnerKeys.createFirst(partner.partnerId, scopes);
    return { ...created, partner: { ...partner, keys: [created.key] } };
  }

  async #enter(caller: Principal, phoneNumber: string): Promise<OpenedSession> {
    const { db, sessions } = this.deps;
    const { userId } = await this.#openAccount(phoneNumber);
    return db.write((transaction) => sessions.open(transaction, caller, { userId, isStaff: false }));
  }

  #openAccount(phoneNumber: string) {
    const { accounts, clock, db } = this.deps;
    return db.write((transaction) => accounts.findOrOpen(transaction, phoneNumber, clock.now()));
  }
}
