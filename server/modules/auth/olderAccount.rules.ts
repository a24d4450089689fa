/** Rules for numbers that may have a new owner, and for the proof that the owner is still the same. Pure. */
import type { EntityManager } from "typeorm";
import type { Actor } from "../audit/audit.service";

/** Maximum number of failed identity checks per account. After that, support has to help. */
export const maxIdentityAttempts = 5;

/** Details of an applicant in the older account. At least one is required. */
export interface IdentityClaim {
  dateOfBirth?: string | undefined;
  passportNumber?: string | undefined;
}

/** Implemented by AccountHistoryService, because `auth` must not depend on applications. */
export interface AccountHistory {
  /** True if the account has applications or kept applicants, or is a member of a partner. */
  hasAny(db: EntityManager, userId: string): Promise<boolean>;
  /** True if the account still has an applicant whose details can be checked. */
  hasApplicants(db: EntityManager, userId: string): Promise<boolean>;
  matchesApplicant(db: EntityManager, userId: string, claim: IdentityClaim): Promise<boolean>;
  /**
   * Moves all data from one account to another. Releases the staff cases of the first account, because it is erased
   * next.
   */
  moveAll(transaction: EntityManager, by: Actor, whose: { from: string; to: string }): Promise<void>;
}

export type SentClaim = { [Name in keyof IdentityClaim]?: string | null };

/** Normalises a claim: removes spaces and capitalises the passport number. */
export function readClaim({ dateOfBirth, passportNumber }: SentClaim): IdentityClaim {
  return {
    dateOfBirth: dateOfBirth?.trim() || undefined,
    passportNumber: passportNumber?.replace(/\s+/g, "").toUpperCase() || undefined,
  };
}
