/**
 * Limits on attempts at a login code, and violations at login. Some attempts are reserved for the requesting device.
 * Pure.
 */
import { invalid, missing } from "../../core/text.rules";
import type { UserErrorCode, Violation } from "../../core/errors";
import { noPhoneNumber } from "../user/phone.rules";
import { toStoredPhone } from "../user/phoneCountry.rules";

/** Maximum number of attempts per code with its challenge id, and per network without it. */
const maxAttempts = 5;
/**
 * Maximum number of attempts from all networks other than the requesting one together, so that a code cannot be guessed
 * from many networks.
 */
const maxAttemptsElsewhere = 10;

export interface CodeAttempts {
  /** Attempts with the challenge id. */
  tries: number;
  askedFrom: string;
  /** Attempts without the challenge id, by network. */
  triesFrom: Readonly<Record<string, number>>;
}

/** The source of an attempt: a device with the challenge id, or a network without it. */
export type Attempt = { hasHandle: true } | { hasHandle: false; network: string };

/** Returns the counts with one more attempt, or undefined if this source has none left. */
export function countAttempt<Code extends CodeAttempts>(code: Code, attempt: Attempt): Code | undefined {
  if (attempt.hasHandle) return code.tries < maxAttempts ? { ...code, tries: code.tries + 1 } : undefined;
  const { network } = attempt;
  const own = code.triesFrom[network] ?? 0;
  const isElsewhere = network !== code.askedFrom;
  if (own >= maxAttempts || (isElsewhere && countAttemptsElsewhere(code) >= maxAttemptsElsewhere))
    return undefined;
  return { ...code, triesFrom: { ...code.triesFrom, [network]: own + 1 } };
}

export function countAttempts({ tries, triesFrom }: CodeAttempts): number {
  return sum([tries, ...Object.values(triesFrom)]);
}

export function isLastAttempt(code: CodeAttempts, attempt: Attempt): boolean {
  return countAttempt(code, attempt) === undefined;
}

function countAttemptsElsewhere({ askedFrom, triesFrom }: CodeAttempts): number {
  return sum(Object.entries(triesFrom).map(([network, tries]) => (network === askedFrom ? 0 : tries)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The specification requires this text for any empty field at login. */
const mandatoryMessage = "Please enter the mandatory fields";

export function wrongCode(field = "otp"): Violation<UserErrorCode> {
  return { field, code: "OTP_INVALID", message: "This code is not correct. Check it, or ask for a new one" };
}

export function checkPhone(input: string): Violation<UserErrorCode>[] {
  if (!input.trim()) return [missingAtLogin("phoneNumber")];
  if (toStoredPhone(input)) return [];
  return [invalid("phoneNumber", noPhoneNumber)];
}

export function missingAtLogin(field: string): Violation<UserErrorCode> {
  return missing(field, mandatoryMessage);
}
