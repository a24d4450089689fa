/**
 * Login by a code sent to a mobile number. Guards: five tries and one use a code, limits by number and by
 * address, and one response for known and unknown numbers.
 * Calls: the SMS port, the user module for the account.
 */
import { randomInt, randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { KeyRing } from "../../adapters/crypto/keyRing";
import type { SessionTokens } from "../../adapters/jwt/sessionTokens";
import type { Database } from "../../db/database";
import { DomainError, throwIfAny, type Violation, type UserErrorCode } from "../../errors";
import type { Clock, SmsSender } from "../../ports";
import { requireSession, type Viewer } from "../../viewer";
import type { AuditService } from "../audit/audit.service";
import { fillSms } from "../notification/messageTexts.rules";
import type { UserEntity } from "../user/user.entity";
import { findOrInsertUser } from "../user/user.repository";
import type { UserLogins } from "../user/user.service";
import { tooManyCalls, type AddressLimits } from "./addressLimits.service";
import * as codes from "./auth.repository";
import {
  codeDigits,
  codeLifeSeconds,
  maxTries,
  resendAfterSeconds,
  secondsUntilNextSend,
  sendLimits,
  sessionLifeSeconds,
} from "./loginCode.rules";
import { normalisePhone } from "../user/phone.rules";

/** The specified text for anything left empty at the login. */
const mandatoryMessage = "Please enter the mandatory fields";

export interface LoginSession {
  token: string;
  expiration: string;
  user: UserEntity;
}

interface Deps {
  db: Database;
  clock: Clock;
  audit: AuditService;
  sms: SmsSender;
  keys: KeyRing;
  tokens: SessionTokens;
  limits: AddressLimits;
  brand: string;
}

export class AuthService implements UserLogins {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Sends a code; a newer one voids the older. Errors: REQUIRED, INVALID, RATE_LIMITED, PROVIDER_UNAVAILABLE. */
  async requestOtp(viewer: Viewer, { phoneNumber }: { phoneNumber: string }) {
    const { audit, db, clock, keys, limits, sms, brand } = this.#deps;
    throwIfAny(checkPhone(phoneNumber));
    const phone = normalisePhone(phoneNumber)!;
    await limits.countSend(viewer.address);

    const loginCodeId = randomUUID();
    const code = randomInt(10 ** codeDigits)
      .toString()
      .padStart(codeDigits, "0");
    const now = clock.now();
    await db.write(async (transaction) => {
      const longest = Math.max(...sendLimits.map(({ seconds }) => seconds));
      const sent = await codes.findSendTimes(transaction, phone, secondsFrom(now, -longest));
      const wait = secondsUntilNextSend(sent, now);
      if (wait > 0) throw tooManyCalls(wait);
      await codes.replaceOpenCode(transaction, {
        loginCodeId,
        phoneNumber: phone,
        codeHash: keys.hashCode(phone, loginCodeId, code),
        tries: 0,
        state: "OPEN",
        createdAt: now.toISOString(),
        expiresAt: secondsFrom(now, codeLifeSeconds).toISOString(),
      });
      await audit.record(transaction, "CODE_ASKED", loginCodeId, { by: viewer });
    });

    try {
      const text = fillSms("login-code", brand, [code]);
      await sms.send({ id: loginCodeId, to: phone, template: "login-code", params: [code], text });
    } catch (cause) {
      await db.write((transaction) => codes.removeCode(transaction, loginCodeId));
      if (cause instanceof DomainError) throw cause;
      const error = new DomainError("PROVIDER_UNAVAILABLE", "We could not send the code. Please try again");
      throw Object.assign(error, { cause });
    }
    return { sent: true, expiresInSeconds: codeLifeSeconds, resendInSeconds: resendAfterSeconds };
  }

  /** Trades the code for a session. Errors: REQUIRED, INVALID, OTP_INVALID, OTP_EXPIRED, RATE_LIMITED. */
  async verifyOtp(
    viewer: Viewer,
    { phoneNumber, otp }: { phoneNumber: string; otp: string },
  ): Promise<LoginSession> {
    const { audit, clock, tokens, limits } = this.#deps;
    throwIfAny([...checkPhone(phoneNumber), ...(otp.trim() ? [] : [missing("otp")])]);
    const phone = normalisePhone(phoneNumber)!;
    await limits.countTry(viewer.address);
    const now = clock.now();
    const expiresAt = secondsFrom(now, sessionLifeSeconds);

    const login = await this.#withCode(phone, otp, async (transaction) => {
      const user = await findOrInsertUser(transaction, phone, now);
      const sessionId = randomUUID();
      await codes.insertSession(transaction, {
        sessionId,
        userId: user.userId,
        createdAt: now.toISOString(),
        expiresAt: expiresAt.toISOString(),
        endedAt: null,
      });
      const by = { ...viewer, session: { userId: user.userId, sessionId } };
      await audit.record(transaction, "LOGIN", sessionId, { by, ownerUserId: user.userId });
      return { user, sessionId };
    });
    const token = tokens.sign(
      { userId: login.user.userId, sessionId: login.sessionId },
      { issuedAt: now, expiresAt },
    );
    return { token, expiration: expiresAt.toISOString(), user: login.user };
  }

  /** Ends the session of the viewer's token at once. */
  async logout(viewer: Viewer): Promise<{ loggedOut: boolean }> {
    const { sessionId, userId } = requireSession(viewer);
    const { audit, clock, db } = this.#deps;
    await db.write(async (transaction) => {
      await codes.endSession(transaction, sessionId, clock.now());
      await audit.record(transaction, "LOGOUT", sessionId, { by: viewer, ownerUserId: userId });
    });
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

  /** The session that a token belongs to, while it lasts; undefined for anything else. */
  async findSession(token: string): Promise<Viewer["session"]> {
    const { clock, db, tokens } = this.#deps;
    const claims = tokens.verify(token, clock.now());
    if (!claims) return undefined;
    const session = await codes.findLiveSession(db.read, claims);
    return session ? { userId: session.userId, sessionId: session.sessionId } : undefined;
  }

  /** Whether that login of that user has not ended. */
  async isLoggedIn(login: { userId: string; sessionId: string }): Promise<boolean> {
    return (await codes.findLiveSession(this.#deps.db.read, login)) !== undefined;
  }

  /** Does the work in the transaction that uses up the code sent to that number, for a change of number. */
  async withCodeOf<T>(
    viewer: Viewer,
    phone: string,
    otp: string,
    work: (transaction: EntityManager) => Promise<T>,
  ): Promise<T> {
    await this.#deps.limits.countTry(viewer.address);
    return this.#withCode(phone, otp, work);
  }

  /** Ends all sessions of a user, but the one to be kept, inside the transaction of what makes it necessary. */
  async endSessions(transaction: EntityManager, whose: { userId: string; keep?: string }): Promise<void> {
    await codes.endSessions(transaction, whose, this.#deps.clock.now());
  }

  /**
   * The try is counted before the code is compared, and stays counted when it was wrong: what is wrong is
   * therefore returned out of the transaction and thrown only behind it.
   */
  async #withCode<T>(
    phone: string,
    otp: string,
    work: (transaction: EntityManager) => Promise<T>,
  ): Promise<T> {
    const { clock, db, keys } = this.#deps;
    const result = await db.write(async (transaction) => {
      const code = await codes.countTry(transaction, phone, maxTries);
      if (!code) return "OTP_INVALID";
      if (code.expiresAt <= clock.now().toISOString()) return "OTP_EXPIRED";
      if (!keys.matchesCode(code.codeHash, phone, code.loginCodeId, otp.trim())) return "OTP_INVALID";
      await codes.markCodeUsed(transaction, code.loginCodeId);
      return { result: await work(transaction) };
    });
    if (result === "OTP_EXPIRED")
      throw new DomainError("OTP_EXPIRED", "This code has expired. Please ask for a new one", {
        field: "otp",
      });
    if (result === "OTP_INVALID")
      throw new DomainError("OTP_INVALID", "This code is not correct. Check it, or ask for a new one", {
        field: "otp",
      });
    return result.result;
  }
}

function checkPhone(input: string): Violation<UserErrorCode>[] {
  if (!input.trim()) return [missing("phoneNumber")];
  if (normalisePhone(input)) return [];
  const message = "Enter a 10-digit mobile number, or one with + and the country code";
  return [{ field: "phoneNumber", code: "INVALID", message }];
}

function missing(field: string): Violation<UserErrorCode> {
  return { field, code: "REQUIRED", message: mandatoryMessage };
}

function secondsFrom(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
