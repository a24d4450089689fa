/** Handles logins with a code that was sent to a mobile number. Calls: the codes, the accounts, the sessions. */
import type { EntityManager } from "typeorm";
import { throwIfAny } from "../../core/errors";
import type { Clock } from "../../core/ports";
import type { Principal } from "../../core/principal";
import { toStoredPhone } from "../user/phoneCountry.rules";
import type { AddressLimits } from "./addressLimits.service";
import type { OlderAccountService } from "./olderAccount.service";
import { isKnownDevice, toDeviceChanges } from "./auth.repository";
import { checkPhone, missingAtLogin } from "./codeAttempts.rules";
import type { CodeAttemptService } from "./codeAttempts.service";
import { hashLoginSecret, makeLoginSecret } from "./loginSecret.crypto";
import type { SessionService } from "./session.service";

interface CodeVerification {
  phoneNumber: string;
  otp: string;
  handle?: string | null;
  deviceToken?: string | null;
  /** Whether to remember the caller's device. */
  isDevice?: boolean;
}

interface Deps {
  clock: Clock;
  codes: CodeAttemptService;
  limits: AddressLimits;
  olderAccounts: OlderAccountService;
  sessions: SessionService;
}

export class AuthService {
  constructor(private readonly deps: Deps) {}

  /** Exchanges the code for a session. Throws REQUIRED, INVALID, OTP_INVALID, OTP_EXPIRED, RATE_LIMITED. */
  async verifyOtp(
    caller: Principal,
    { phoneNumber, otp, handle, deviceToken: sent, isDevice = false }: CodeVerification,
  ) {
    const { codes, limits, olderAccounts, sessions } = this.deps;
    return limits.delayRejections(caller.address, async () => {
      throwIfAny([...checkPhone(phoneNumber), ...(otp.trim() ? [] : [missingAtLogin("otp")])]);
      const phone = toStoredPhone(phoneNumber)!;
      const proofs = [{ phoneNumber: phone, otp, handle }];
      const login = await codes.withCodes(caller, proofs, async (transaction) => {
        const { user, isStaff, changes: opening } = await olderAccounts.openAccount(transaction, phone);
        const { userId } = user;
        // `deviceToken` is null if the device is not remembered.
        const { deviceToken, changes } = isDevice
          ? await this.#rememberDevice(transaction, userId, sent)
          : { deviceToken: null, changes: [] };
        const given = { userId, isStaff, changes: [...opening, ...changes] };
        return { ...(await sessions.open(transaction, caller, given)), user, deviceToken };
      });
      await limits.recordLogin(caller);
      return login;
    });
  }

  /**
   * Remembers a device by a secret, because known devices are exempt from some limits. A secret that we issued to the
   * device earlier stays in use.
   */
  async #rememberDevice(transaction: EntityManager, userId: string, sent: string | null | undefined) {
    const isOurs = sent && (await isKnownDevice(transaction, hashLoginSecret(sent)));
    const deviceToken = isOurs ? sent : makeLoginSecret();
    const lastLoginAt = this.deps.clock.now().toISOString();
    const changes = toDeviceChanges({ tokenHash: hashLoginSecret(deviceToken), userId, lastLoginAt });
    return { deviceToken, changes };
  }
}
