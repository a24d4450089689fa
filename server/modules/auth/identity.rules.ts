/** When a number may have become somebody else's, and what its old owner is asked. Pure. */
import type { EntityManager } from "typeorm";

/** Days without use after which a code to the number alone does not open what an account has kept. */
export const forgottenDays = 90;
/** Wrong answers that an account takes; what comes then is for people to look at. */
export const maxIdentityTries = 5;

/** What somebody knows of a past traveller; one of the two at least. */
export interface IdentityClaim {
  dateOfBirth?: string | undefined;
  passportNumber?: string | undefined;
}

/** The applications of accounts, which come after the logins: PastPapers knows them. */
export interface OldPapers {
  areThere(db: EntityManager, userId: string): Promise<boolean>;
  /** Whether there is still a traveller to be asked for. */
  nameTravellers(db: EntityManager, userId: string): Promise<boolean>;
  match(db: EntityManager, userId: string, claim: IdentityClaim): Promise<boolean>;
  move(transaction: EntityManager, whose: { from: string; to: string }): Promise<void>;
}

/** Whether an account was not used for so long that its number may be somebody else's. */
export function isForgotten({ lastSeenAt }: { lastSeenAt: string }, now: Date): boolean {
  return now.getTime() - Date.parse(lastSeenAt) >= forgottenDays * 24 * 60 * 60 * 1000;
}

/** As it was typed, without what people put around it. */
export function readClaim(input: {
  dateOfBirth?: string | null | undefined;
  passportNumber?: string | null | undefined;
}): IdentityClaim {
  return {
    dateOfBirth: input.dateOfBirth?.trim() || undefined,
    passportNumber: input.passportNumber?.replace(/\s+/g, "").toUpperCase() || undefined,
  };
}
