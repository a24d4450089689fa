import { linkLifeSeconds } from "../file/file.rules";

/** Returns why an account with these unfinished paid applications cannot be erased; undefined if there are none. */
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
/** Maximum number of concurrent exports per process; each holds one file in memory. */
export const maxConcurrentExports = 16;
/** Seconds after which a download may be ended if another user needs its slot. */
export const exportSlotSeconds = 60;
