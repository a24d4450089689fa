/** Codes of an authenticator app (TOTP, RFC 6238): a new one every 30 seconds, from a shared secret. */
import { Secret, TOTP } from "otpauth";

const codeSeconds = 30;
export const totpDigits = 6;
/** After this many consecutive wrong codes, the second factor is locked for `blockSeconds`. */
export const maxWrongCodes = 5;
export const blockSeconds = 15 * 60;
/** The key length of HMAC-SHA1, the default algorithm of authenticator apps. */
const secretBytes = 20;

/** Returns a new secret in base 32, as authenticator apps expect it. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the `otpauth://` link from which an app reads the secret. */
export function totpAddress(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return makeTotp(secret, { issuer, label }).toString();
}

/**
 * Returns the time step of a code, at most one step before or after now. Returns undefined if the code is
 * wrong, or its step is not after `lastStep`, because a code works only once.
 */
export function findTotpStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | undefined {
  if (code.length !== totpDigits || /\D/.test(code)) return undefined;
  const totp = makeTotp(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp }) + delta;
  return step > lastStep ? step : undefined;
}

function makeTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: totpDigits, period: codeSeconds });
}
