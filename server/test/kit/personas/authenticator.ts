import { TOTP } from "otpauth";

/**
 * What the authenticator app of a member of staff shows so many steps of half a minute from now. The codes of now and
 * of the next step stay right also where a step ends before they arrive; that of the step before would not.
 */
export const appCodeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
