/** Codes of an authenticator app (TOTP, RFC 6238): a new one every 30 seconds, from a secret that app and server share. */
import { Secret, TOTP } from "otpauth";

const codeSeconds = 30;
export const totpDigits = 6;
/** Wrong codes in a row, after which none is looked at for a while. */
export const maxWrongCodes = 5;
export const blockSeconds = 15 * 60;
/** Of an HMAC-SHA1, which is what apps understand without asking. */
const secretBytes = 20;

/** A new secret, in base 32, as apps take it. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What an app reads the secret from, as a link. */
export function totpAddress(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, { issuer, label }).toString();
}

/**
 * The step of time that a code is of, one earlier or later than now at most; undefined where it is of none, or of one
 * that is not after `lastStep`: a code that was read over a shoulder is of no use any more.
 */
export function findTotpStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | undefined {
  if (code.length !== totpDigits || /\D/.test(code)) return undefined;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp }) + delta;
  return step > lastStep ? step : undefined;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: totpDigits, period: codeSeconds });
}
