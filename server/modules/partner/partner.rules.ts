/** Rules for partners, their members and their keys. Pure. */
import { scopes, type Scope } from "../../core/access.rules";
import type { PartnerLimits } from "../../core/principal";
import {
  findTextViolation,
  invalid,
  missing,
  tooLong,
  tooLongText,
  toOneLine,
  type InputViolation,
} from "../../core/text.rules";
import { normaliseGstin } from "./gstin.rules";

export type PartnerRole = "OWNER" | "DEVELOPER";

const megabyte = 1024 * 1024;

/** The limits that all keys of a partner share. `npm run partners` can change each number for one partner. */
export const defaultLimits: PartnerLimits = {
  points: 100_000,
  write: 600,
  gateway: 120,
  concurrent: 12,
  openApplications: 2_000,
  applications: Number.MAX_SAFE_INTEGER,
  keys: 10,
  applicationFiles: 60,
  applicationBytes: 60 * megabyte,
  bytes: 20 * 1024 * megabyte,
};

/** GraphQL's largest `Int`, the type of most limits. */
const maxInt = 2 ** 31 - 1;
/** Limits that GraphQL returns as `Float` or not at all. */
const longLimits = new Set(["applications", "applicationBytes", "bytes"]);

/** The limits that staff can change in the staff console. */
export type ChangeableLimits = Omit<PartnerLimits, "applications">;

/** Number of days of usage that are stored and shown. */
export const usageDays = 30;
/** Seconds between two writes of a process's usage counts to the database. */
export const usageEverySeconds = 60;

export const maxMembers = 20;
export const maxNetworks = 20;
export const maxNameLength = 100;
/** Maximum service fee per applicant, in whole rupees. */
export const maxFeeInr = 100_000;
export const maxExpiryDays = 3_650;
/** How many hours a replaced key stays valid by default. */
export const usualKeepHours = 24;
export const maxKeepHours = 7 * 24;

export function checkName(name: string): InputViolation[] {
  const text = toOneLine(name);
  if (!text) return [missing("name", "Enter a name")];
  if (text.length > maxNameLength) return [tooLong("name", tooLongText("Name", maxNameLength))];
  const violation = findTextViolation(text);
  return violation ? [invalid("name", `Name ${violation}`)] : [];
}

export function checkGstin(gstin: string | null | undefined): InputViolation[] {
  if (!gstin?.trim() || normaliseGstin(gstin)) return [];
  const message = "Enter the GSTIN as on the certificate: 15 characters, the last one is a check character";
  return [invalid("gstin", message)];
}

/** Checks the range of a number that may be omitted. */
export function checkRange(
  field: string,
  value: number | null | undefined,
  [min, max, unit]: [number, number, string],
): InputViolation[] {
  if (value == null || (value >= min && value <= max)) return [];
  return [invalid(field, `Enter ${min} to ${max} ${unit}`)];
}

export const checkFee = (fee: number | null | undefined) =>
  checkRange("serviceFee", fee, [0, maxFeeInr, "rupees"]);

/**
 * Checks that limits are whole numbers above zero. Zero is not accepted as a way to stop a partner, because ending a
 * partner is a separate action.
 */
export function checkLimits(limits: Partial<PartnerLimits>): InputViolation[] {
  return Object.entries(limits).flatMap(([name, value]) => {
    const field = `limits.${name}`;
    if (!Number.isSafeInteger(value) || value <= 0) return [invalid(field, "Enter a whole number above 0")];
    return value > maxInt && !longLimits.has(name) ? [invalid(field, `Enter ${maxInt} or less`)] : [];
  });
}

export function findOwnLimits(limits: PartnerLimits): Partial<PartnerLimits> {
  const own = Object.entries(limits).filter(
    ([name, value]) => value !== defaultLimits[name as keyof PartnerLimits],
  );
  return Object.fromEntries(own);
}

export function checkScopes(given: readonly Scope[]): InputViolation[] {
  return given.length > 0 ? [] : [missing("scopes", `Choose one or more of: ${scopes.join(", ")}`)];
}

interface KeyState {
  endedAt: string | null;
  expiresAt: string | null;
}

export function hasEnded({ endedAt, expiresAt }: KeyState, now: Date): boolean {
  return endedAt !== null || (expiresAt !== null && expiresAt <= now.toISOString());
}

/** Returns when a key that is replaced now ends: after `keepHours`, or when it expires if that is earlier. */
export function endOfReplaced({ expiresAt }: KeyState, keepHours: number, now: Date): string {
  const end = new Date(now.getTime() + keepHours * 60 * 60 * 1000).toISOString();
  return expiresAt !== null && expiresAt < end ? expiresAt : end;
}

/** True if the last use of a key should be recorded, which happens at most once an hour. */
export function isUseToNote({ lastUsedAt }: { lastUsedAt: string | null }, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) >= 60 * 60 * 1000;
}
