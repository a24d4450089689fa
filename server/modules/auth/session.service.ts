/**
 * Login sessions. Invariants: a token is valid only while its session is neither ended nor expired; staff
 * sessions expire after a working day. Users see and end only their own sessions. Calls: the staff module for
 * roles.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import type { Change } from "../../platform/db/changes";
import type { SessionTokens } from "../../platform/adapters/jwt/sessionTokens";
import { notFound } from "../../core/errors";
import { requirePerson, type Principal, type Session, type StaffGuard } from "../../core/principal";
import type { Actor, AuditService } from "../audit/audit.service";
import type { UserSessions } from "../user/user.service";
import type { UserAccountService } from "../user/userAccount.service";
import type { SessionEntity } from "./auth.entity";
import * as sessions from "./auth.repository";
import { describeDevice } from "./deviceWords.view";
import { SessionUses } from "./sessionUses.service";
import {
  hasLapsed,
  isLongForStaff,
  isUseToNote,
  maxSessionsListed,
  sessionLifeSeconds,
  staffSessionSeconds,
} from "./session.rules";

export interface OpenedSession {
  token: string;
  expiration: string;
}

/** Implemented by PartnerAccessService: a URL that was signed for a key is valid only while the key is. */
interface PartnerKeys {
  isLive(holder: Session): Promise<boolean>;
}

interface Deps extends Pick<Platform, "db" | "clock"> {
  audit: AuditService;
  partnerAccess: PartnerKeys;
  tokens: SessionTokens;
  accounts: UserAccountService;
  staff: Pick<StaffGuard, "isStaff">;
}

export class SessionService implements UserSessions {
  readonly #uses: SessionUses;
  readonly endSessionsKeepingDevices = sessions.endSessions;
  readonly recordSecondFactor = sessions.recordSecondFactor;

  constructor(private readonly deps: Deps) {
    this.#uses = new SessionUses(deps);
  }

  /** Creates a session inside the transaction that verified the user, after writing `changes`. */
  async open(
    transaction: EntityManager,
    caller: Principal,
    { userId, isStaff, changes = [] }: { userId: string; isStaff: boolean; changes?: readonly Change[] },
  ): Promise<OpenedSession> {
    const { audit, clock, tokens } = this.deps;
    const now = clock.now();
    const sessionId = randomUUID();
    const lifeSeconds = isStaff ? staffSessionSeconds : sessionLifeSeconds;
    const expiresAt = new Date(now.getTime() + lifeSeconds * 1000);
    const insert = sessions.toInsertOfSession({
      sessionId,
      userId,
      createdAt: now.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: now.toISOString(),
      device: describeDevice(caller.userAgent),
      endedAt: null,
      secondFactorAt: null,
    });
    const by = { session: { userId, sessionId } };
    const note = { by, ownerUserId: userId, changes: [...changes, insert] };
    await audit.record(transaction, "LOGIN", sessionId, note);
    const token = tokens.sign({ userId, sessionId }, { issuedAt: now, expiresAt });
    return { token, expiration: expiresAt.toISOString() };
  }

  /** Returns the live session of a token, or undefined. */
  async findSession(token: string): Promise<Session | undefined> {
    const { clock, tokens } = this.deps;
    const claims = tokens.verify(token, clock.now());
    const session = claims && (await this.#findLive(claims));
    if (!session) return undefined;
    if (isUseToNote(session, clock.now())) this.#uses.note(session);
    return { userId: session.userId, sessionId: session.sessionId };
  }

  async isLoggedIn(login: Session): Promise<boolean> {
    return (await this.#findLive(login)) !== undefined;
  }

  /** Returns the session or key for which a URL was signed; undefined if it has ended. */
  async findLinkActor(holder: Session): Promise<Actor | undefined> {
    if (await this.isLoggedIn(holder)) return { session: holder };
    const isKey = await this.deps.partnerAccess.isLive(holder);
    return isKey ? { partnerKeyId: holder.sessionId } : undefined;
  }

  /** Returns the caller's live sessions, most recently used first. Throws UNAUTHENTICATED. */
  async list(caller: Principal) {
    const { userId, sessionId: own } = requirePerson(caller, "mySessions");
    const { clock, db, staff } = this.deps;
    const now = clock.now();
    const found = await sessions.findSessionsByUser(db.read, userId, { limit: maxSessionsListed, now });
    const isStaff = await staff.isStaff(userId);
    return found
      .filter((session) => !hasLapsed(session, now) && !(isStaff && isLongForStaff(session, now)))
      .map(({ sessionId, device, createdAt: startedAt, lastUsedAt }) => ({
        sessionId,
        device: device || null,
        startedAt,
        lastUsedAt,
        isThis: sessionId === own,
      }));
  }

  /** Ends one of the caller's sessions immediately. Throws UNAUTHENTICATED, NOT_FOUND. */
  async end(caller: Principal, sessionId: string): Promise<void> {
    const { userId } = requirePerson(caller, "endSession");
    const { audit, clock, db } = this.deps;
    await db.write(async (transaction) => {
      const hasEnded = await sessions.endSession(transaction, { sessionId, userId }, clock.now());
      if (!hasEnded) throw notFound();
      await audit.record(transaction, "LOGOUT", sessionId, { by: caller, ownerUserId: userId });
    });
  }

  async logout(caller: Principal): Promise<void> {
    await this.end(caller, requirePerson(caller, "logout").sessionId);
  }

  async logoutEverywhere(caller: Principal): Promise<void> {
    const { userId } = requirePerson(caller, "logoutEverywhere");
    const { audit, db } = this.deps;
    await db.write(async (transaction) => {
      await this.endSessions(transaction, { userId });
      await audit.record(transaction, "SESSIONS_ENDED", userId, { by: caller, ownerUserId: userId });
    });
  }

  /** Ends all sessions of a user, except the one to keep, inside the caller's transaction. */
  async endSessions(transaction: EntityManager, whose: { userId: string; keep?: string }): Promise<void> {
    await sessions.endSessions(transaction, whose, this.deps.clock.now());
    // Known devices are removed as well, because a phone may have been lost or sold.
    await sessions.removeKnownDevices(transaction, whose.userId);
  }

  async #findLive(login: Session): Promise<SessionEntity | undefined> {
    const { clock, db, staff } = this.deps;
    const now = clock.now();
    const session = await sessions.findLiveSession(db.rows, login);
    if (!session || hasLapsed(session, now)) return undefined;
    if (isLongForStaff(session, now) && (await staff.isStaff(session.userId))) return undefined;
    return session;
  }
}
