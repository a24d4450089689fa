import { linkLifeSeconds } from "../file/file.rules";

/**
 * Returns why an account cannot be erased: these applications are paid but undecided, or their payment still has to be
 * refunded or decided on.
 */
export function cannotEraseReason(referenceNumbers: readonly string[]): string | undefined {
  if (referenceNumbers.length === 0) return undefined;
  const [only, second] = referenceNumbers;
  if (!second)
    return `Application ${only} is paid and not yet decided, or a refund or a dispute about its payment is open. You can delete your account once this is settled`;
  return `Applications ${referenceNumbers.join(", ")} are paid and not yet decided, or refunds or disputes about their payments are open. You can delete your account once this is settled`;
}

export const exportLinks = {
  purpose: "account-export",
  path: "/account/export",
  sessionKey: "i",
  lifeSeconds: linkLifeSeconds,
};
/** Exports that the whole process sends concurrently; each holds one file in memory. */
export const maxConcurrentExports = 16;
/** Seconds after which a download may be ended for another user's, if all slots are taken. */
export const exportSlotSeconds = 60;
