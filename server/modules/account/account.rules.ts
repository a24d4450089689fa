import { linkLifeSeconds } from "../file/file.rules";

/**
 * Returns why an account cannot be erased. Takes the reference numbers of applications that are paid but
 * undecided, or owed a refund.
 */
export function cannotEraseReason(referenceNumbers: readonly string[]): string | undefined {
  if (referenceNumbers.length === 0) return undefined;
  const [only, second] = referenceNumbers;
  if (!second)
    return `Application ${only} is paid and not yet decided. You can delete your account once it is decided or your money is refunded`;
  return `Applications ${referenceNumbers.join(", ")} are paid and not yet decided. You can delete your account once they are decided or your money is refunded`;
}

/** Lifetime of an export link, in seconds. */
export const exportLinkSeconds = linkLifeSeconds;
export const exportLinks = {
  purpose: "account-export",
  path: "/account/export",
  sessionKey: "i",
  lifeSeconds: exportLinkSeconds,
};
/** Exports that the whole process sends concurrently; each holds one file in memory. */
export const maxConcurrentExports = 16;
/** Seconds after which a download may be ended for another user's, if all slots are taken. */
export const exportSlotSeconds = 60;
