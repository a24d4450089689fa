/**
 * Logins that are under way. Guards: a token counts only while its session has not ended and has not lapsed, which for
 * staff is after a working day; nobody sees or ends another's. Calls: who is staff.
 */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { SessionTokens } from "../../adapters/jwt/sessionTokens";
import type { Database } from "../../db/database";
import { notFound } from "../../errors";
import type { Clock } from "../../ports";
import { requireSession, type StaffGuard, type Viewer } from "../../viewer";
import type { AuditService } from "../audit/audit.service";
import { noteSeen } from "../user/user.repository";
import type { UserSessions } from "../user/user.service";
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

/** A login of an account, as its owner is told. */
export interface AccountSession {
  sessionId: string;
  device: string | null;
  startedAt: string;
  lastUsedAt: string;
  isThis: boolean;
}

/** A login that was just opened, as the device gets it. */
export interface OpenedSession {
  token: string;
  expiration: string;
}

interface Deps {
  db: Database;
  clock: Clock;
  audit: AuditService;
  tokens: SessionTokens;
  staff: Pick<StaffGuard, "isStaff">;
}

export class SessionService implements UserSessions {
  readonly #deps: Deps;
  readonly #uses: SessionUses;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#uses = new SessionUses(deps);
  }

  /** Logs somebody in, inside the transaction of what proves who it is. */
  async open(transaction: EntityManager, viewer: Viewer, userId: string): Promise<OpenedSession> {
    const { audit, clock, staff, tokens } = this.#deps;
    const now = clock.now();
    const sessionId = randomUUID();
    const isStaff = await staff.isStaff(userId, transaction);
    const lifeSeconds = isStaff ? staffSessionSeconds : sessionLifeSeconds;
    const expiresAt = new Date(now.getTime() + lifeSeconds * 1000);
    await sessions.insertSession(transaction, {
      sessionId,
      userId,
      createdAt: now.toISOString(),
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: now.toISOString(),
      device: describeDevice(viewer.userAgent),
      endedAt: null,
      secondFactorAt: null,
    });
    await noteSeen(transaction, [userId], now);
    const by = { ...viewer, session: { userId, sessionId } };
    await audit.record(transaction, "LOGIN", sessionId, { by, ownerUserId: userId });
    const token = tokens.sign({ userId, sessionId }, { issuedAt: now, expiresAt });
    return { token, expiration: expiresAt.toISOString() };
  }

  /** The session that a token belongs to, while it lasts; undefined for anything else. */
  async findSession(token: string): Promise<Viewer["session"]> {
    const { clock, tokens } = this.#deps;
    const claims = tokens.verify(token, clock.now());
    const session = claims && (await this.#findLive(claims));
    if (!session) return undefined;
    if (isUseToNote(session, clock.now())) this.#uses.note(session);
    return { userId: session.userId, sessionId: session.sessionId };
  }

  /** Whether that login of that user has not ended. */
  async isLoggedIn(login: { userId: string; sessionId: string }): Promise<boolean> {
    return (await this.#findLive(login)) !== undefined;
  }

  /** The caller's logins that have not ended, the one that was used last first. Errors: UNAUTHENTICATED. */
  async list(viewer: Viewer): Promise<AccountSession[]> {
    const { userId, sessionId: own } = requireSession(viewer);
    const { clock, db, staff } = this.#deps;
    const now = clock.now();
    const found = await sessions.findSessionsOf(db.read, userId, { limit: maxSessionsListed, now });
    const isStaff = await staff.isStaff(userId);
    return found
      .filter((session) => !hasLapsed(session, now) && !(isStaff && isLongForStaff(session, now)))
      .map(({ sessionId, device, createdAt, lastUsedAt }) => ({
        sessionId,
        device: device || null,
        startedAt: createdAt,
        lastUsedAt,
        isThis: sessionId === own,
      }));
  }

  /** Ends one of the caller's logins at once. Errors: UNAUTHENTICATED, NOT_FOUND. */
  async end(viewer: Viewer, sessionId: string): Promise<void> {
    const { userId } = requireSession(viewer);
    const { audit, clock, db } = this.#deps;
    await db.write(async (transaction) => {
      const hasEnded = await sessions.endSession(transaction, { sessionId, userId }, clock.now());
      if (!hasEnded) throw notFound();
      await audit.record(transaction, "LOGOUT", sessionId, { by: viewer, ownerUserId: userId });
    });
  }

  /** Ends the session of the viewer's token at once. */
  async logout(viewer: Viewer): Promise<{ loggedOut: boolean }> {
    await this.end(viewer, requireSession(viewer).sessionId);
    return { loggedOut: true };
  }

  /** Ends every session of the viewer's account at once. */
  async logoutEverywhere(viewer: Viewer): Promise<{ loggedOut: boolean }> {
    const { userId } = requireSession(viewer);
    const { audit, db } = this.#deps;
    await db.write(async (transaction) => {
      await this.endSessions(transaction, { userId });
      await audit.record(transaction, "SESSIONS_ENDED", userId, { by: viewer, ownerUserId: userId });
    });
    return { loggedOut: true };
  }

  /** Ends all sessions of a user, but the one to be kept, inside the transaction of what makes it necessary. */
  async endSessions(transaction: EntityManager, whose: { userId: string; keep?: string }): Promise<void> {
    await sessions.endSessions(transaction, whose, this.#deps.clock.now());
    // A phone that was lost or sold has no codes of its own either.
    await sessions.removeKnownDevices(transaction, whose.userId);
  }

  async #findLive(login: { userId: string; sessionId: string }): Promise<SessionEntity | undefined> {
    const { clock, db, staff } = this.#deps;
    const now = clock.now();
    const session = await sessions.findLiveSession(db.rows, login);
    if (!session || hasLapsed(session, now)) return undefined;
    if (isLongForStaff(session, now) && (await staff.isStaff(session.userId))) return undefined;
    return session;
  }
}
