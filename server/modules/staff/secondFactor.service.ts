/**
 * The second factor of staff: a code from an authenticator app, entered once per login. Guards: if a second factor is
 * required, a login without one has no staff role. A code is accepted once, and a few wrong codes in a row lock the
 * factor. A confirmed secret is never shown again, and only `npm run staff` resets it. Calls: the staff service.
 */
import { EncryptedText } from "../../core/EncryptedText";
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError } from "../../core/errors";
import type { Principal } from "../../core/principal";
import type { AuditService } from "../audit/audit.service";
import { rateLimited, tooManyAttempts } from "../../platform/rateLimiting/rateLimited";
import { hasGivenSecondFactor } from "../auth/auth.reads";
import type { SessionService } from "../auth/session.service";
import { blockSeconds, findTotpStep, makeTotpSecret, maxWrongCodes, totpAddress } from "./secondFactor.rules";
import * as factors from "./staff.repository";
import type { StaffService } from "./staff.service";

export const secretText = new EncryptedText("second-factor/");

interface Deps extends Pick<Platform, "db" | "clock" | "keys"> {
  audit: AuditService;
  sessions: SessionService;
  staff: StaffService;
  brand: string;
}

/** The state of the second factor, for the staff member and this login. */
export interface SecondFactorState {
  isRequired: boolean;
  isSetUp: boolean;
  isGiven: boolean;
}

export class SecondFactorService {
  constructor(private readonly deps: Deps) {}

  async findState(caller: Principal): Promise<SecondFactorState> {
    const { db, staff } = this.deps;
    const { staffMemberId, session } = await staff.requireStaff(caller, "staffSecondFactor");
    const factor = await factors.findSecondFactor(db.read, staffMemberId);
    return {
      isRequired: staff.requiresSecondFactor,
      isSetUp: Boolean(factor?.confirmedAt),
      isGiven: await hasGivenSecondFactor(db.rows, session.sessionId),
    };
  }

  /**
   * Starts the setup with a new secret, which is confirmed by the first valid code. Errors: UNAUTHENTICATED,
   * FORBIDDEN, INVALID_STATE.
   */
  async begin(caller: Principal): Promise<{ secret: string; address: string }> {
    const { brand, db, keys, staff } = this.deps;
    const { staffMemberId, phoneNumber } = await staff.requireStaff(caller, "staffBeginSecondFactor");
    const secret = makeTotpSecret();
    await db.write(async (transaction) => {
      const factor = await factors.findSecondFactor(transaction, staffMemberId);
      if (factor?.confirmedAt)
        throw new DomainError(
          "INVALID_STATE",
          "Your authenticator app is already set up. If you have lost it, ask the operator of the server to reset it",
        );
      await factors.saveSecondFactor(transaction, {
        staffMemberId,
        secretSealed: secretText.encrypt(keys, staffMemberId, secret),
        confirmedAt: null,
        lastStep: 0,
        wrongCodes: factor?.wrongCodes ?? 0,
        blockedUntil: factor?.blockedUntil ?? null,
      });
    });
    return { secret, address: totpAddress(secret, { issuer: brand, label: phoneNumber }) };
  }

  /**
   * Gives this login the staff role if the code is valid. Errors: UNAUTHENTICATED, FORBIDDEN, INVALID_STATE,
   * OTP_INVALID, RATE_LIMITED.
   */
  async give(caller: Principal, code: string): Promise<{ isGiven: true }> {
    const { audit, clock, db, keys, sessions, staff } = this.deps;
    const { staffMemberId, session } = await staff.requireStaff(caller, "staffGiveSecondFactor");
    const now = clock.now();
    // Returns instead of throwing on a wrong code, because the count of wrong codes must not be rolled back.
    const isRight = await db.write(async (transaction) => {
      const factor = await factors.findSecondFactor(transaction, staffMemberId);
      if (!factor) throw new DomainError("INVALID_STATE", "Set up your authenticator app first");
      const { blockedUntil, confirmedAt, lastStep, secretSealed } = factor;
      if (blockedUntil && blockedUntil > now.toISOString())
        throw rateLimited(Math.ceil((Date.parse(blockedUntil) - now.getTime()) / 1000), tooManyAttempts);
      const secret = secretText.decrypt(keys, staffMemberId, secretSealed);
      const step = findTotpStep(secret, code.replace(/\s/g, ""), { now, lastStep });
      const note = { by: caller, ownerUserId: session.userId };
      if (step === undefined) {
        const times = factor.wrongCodes + 1;
        const isBlocked = times >= maxWrongCodes;
        await factors.saveSecondFactor(transaction, {
          ...factor,
          wrongCodes: isBlocked ? 0 : times,
          blockedUntil: isBlocked ? new Date(now.getTime() + blockSeconds * 1000).toISOString() : null,
        });
        const refused = { ...note, details: { times } };
        await audit.record(transaction, "SECOND_FACTOR_REFUSED", staffMemberId, refused);
        return false;
      }
      await factors.saveSecondFactor(transaction, {
        ...factor,
        confirmedAt: confirmedAt ?? now.toISOString(),
        lastStep: step,
        wrongCodes: 0,
        blockedUntil: null,
      });
      await sessions.recordSecondFactor(transaction, session.sessionId, now);
      const action = confirmedAt ? "SECOND_FACTOR_GIVEN" : "SECOND_FACTOR_SET_UP";
      await audit.record(transaction, action, staffMemberId, note);
      return true;
    });
    if (isRight) return { isGiven: true };
    const message =
      "This code is not correct. Enter the one that the app shows now. Each code works only once";
    throw new DomainError("OTP_INVALID", message, { field: "code" });
  }
}
