/** Login with a code sent to a mobile number. Calls: the codes, the accounts, the sessions. */
import { throwIfAny } from "../../core/errors";
import type { Clock } from "../../core/ports";
import type { Principal } from "../../core/principal";
import { normalisePhone } from "../user/phone.rules";
import type { UserEntity } from "../user/user.entity";
import type { AddressLimits } from "./addressLimits.service";
import type { IdentityService } from "./identity.service";
import { rememberDevice } from "./knownDevice.logic";
import { checkPhone, missingAtLogin } from "./codeAttempts.rules";
import type { LoginCodeService } from "./loginCode.service";
import type { OpenedSession, SessionService } from "./session.service";

export interface LoginSession extends OpenedSession {
  user: UserEntity;
  /** Secret by which the device is recognised at later logins; null if the caller does not store one. */
  deviceToken: string | null;
}

export interface CodeVerification {
  phoneNumber: string;
  otp: string;
  handle?: string | null;
  deviceToken?: string | null;
  /** True if the caller should be remembered as a known device. */
  isDevice?: boolean;
}

interface Deps {
  clock: Clock;
  codes: LoginCodeService;
  limits: AddressLimits;
  identity: IdentityService;
  sessions: SessionService;
}

export class AuthService {
  constructor(private readonly deps: Deps) {}

  /** Exchanges the code for a session. Throws REQUIRED, INVALID, OTP_INVALID, OTP_EXPIRED, RATE_LIMITED. */
  async verifyOtp(
    caller: Principal,
    { phoneNumber, otp, handle, deviceToken: sent, isDevice = false }: CodeVerification,
  ): Promise<LoginSession> {
    const { clock, codes, identity, limits, sessions } = this.deps;
    return limits.delayRejections(caller.address, async () => {
      throwIfAny([...checkPhone(phoneNumber), ...(otp.trim() ? [] : [missingAtLogin("otp")])]);
      const phone = normalisePhone(phoneNumber)!;
      const login = await codes.withCodes(
        caller,
        [{ phoneNumber: phone, otp, handle }],
        async (transaction) => {
          const { user, isStaff, changes } = await identity.openAccount(transaction, phone);
          const { userId } = user;
          const device = isDevice
            ? await rememberDevice(transaction, { userId, sent, now: clock.now() })
            : { deviceToken: null, changes: [] };
          const session = await sessions.open(transaction, caller, {
            userId,
            isStaff,
            changes: [...changes, ...device.changes],
          });
          return { ...session, user, deviceToken: device.deviceToken };
        },
      );
      await limits.recordLogin(caller);
      return login;
    });
  }
}
