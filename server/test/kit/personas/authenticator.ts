import { TOTP } from "otpauth";

/**
 * Returns the code that a staff member's authenticator app shows `steps` steps of 30 s from now. Codes for the current
 * and the next step remain valid if a step ends before they arrive, unlike a code for the previous step.
 */
export const makeAppCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
